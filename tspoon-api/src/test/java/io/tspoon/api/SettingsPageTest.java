/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.MarkdownTable;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/settings.md lists each option of a t-graph, with the default that the code has. */
class SettingsPageTest {
    private static final Path PAGE = Path.of("../docs/settings.md");
    private static final String HEADER =
            "| option | type | default | unit | in the program | meaning |";
    private static final String PREFIX = "tspoon.bank.";

    @Test
    void pageListsEveryOption() throws Exception {
        assertThat(rows()).map(row -> row.get(0)).containsExactlyInAnyOrderElementsOf(names());
    }

    /** Else a key that is set would be refused as unknown. */
    @Test
    void everyOptionIsKnown() {
        assertThat(TransactionalGraphOptions.keys("bank"))
                .containsExactlyInAnyOrderElementsOf(
                        options().values().stream()
                                .map(ConfigOption::key)
                                .filter(key -> key.startsWith(PREFIX))
                                .toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void rowSaysWhatTheCodeSays(List<String> row) throws Exception {
        ConfigOption<?> option = options().get(row.get(0));

        assertThat(row.get(1)).isEqualTo(type(row.get(0)));
        assertThat(defaultOf(row)).isEqualTo(option.defaultValue());
        boolean isCounted = List.of("integer", "duration").contains(row.get(1));
        assertThat(row.get(3)).matches(unit -> !isCounted || !unit.isEmpty(), "has a unit");
        assertThat(methods()).contains(row.get(4).isEmpty() ? "openTransaction" : row.get(4));
        assertThat(row.get(5)).isNotEmpty();
    }

    /** What the page calls each option: without the prefix if it belongs to one t-graph. */
    private static Map<String, ConfigOption<?>> options() {
        return members()
                .map(SettingsPageTest::option)
                .collect(Collectors.toMap(SettingsPageTest::name, Function.identity()));
    }

    private static String name(ConfigOption<?> option) {
        String key = option.key();
        return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    }

    /** The public methods, which take the name of the t-graph, and constants. */
    private static Stream<Member> members() {
        return Stream.<Member>concat(
                        Arrays.stream(TransactionalGraphOptions.class.getDeclaredMethods()),
                        Arrays.stream(TransactionalGraphOptions.class.getFields()))
                .filter(member -> Modifier.isPublic(member.getModifiers()));
    }

    private static ConfigOption<?> option(Member member) {
        try {
            return (ConfigOption<?>)
                    (member instanceof Method method
                            ? method.invoke(null, "bank")
                            : ((Field) member).get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read option: " + member, e);
        }
    }

    private static List<String> names() {
        return List.copyOf(options().keySet());
    }

    private static List<List<String>> rows() throws IOException {
        return MarkdownTable.rows(PAGE, HEADER);
    }

    private static Stream<String> methods() {
        return Arrays.stream(TransactionalGraph.class.getMethods()).map(Method::getName);
    }

    /** The type as a reader knows it, by what the member is declared to give. */
    private static String type(String name) {
        Member declared =
                members()
                        .filter(member -> name(option(member)).equals(name))
                        .findFirst()
                        .orElseThrow();
        Type option =
                declared instanceof Method method
                        ? method.getGenericReturnType()
                        : ((Field) declared).getGenericType();
        Class<?> type = (Class<?>) ((ParameterizedType) option).getActualTypeArguments()[0];
        return type.isEnum() ? "enum" : type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static Object defaultOf(List<String> row) {
        ConfigOption<?> option = options().get(row.get(0));
        String shown = row.get(2);
        if (shown.equals("none")) {
            return null;
        }
        return switch (row.get(1)) {
            case "enum" -> constant(option.defaultValue(), shown);
            case "duration" -> TimeUtils.parseDuration(shown);
            case "integer" -> Integer.valueOf(shown);
            case "boolean" -> Boolean.valueOf(shown);
            default -> shown;
        };
    }

    private static Object constant(Object sample, String name) {
        return Arrays.<Object>stream(sample.getClass().getEnumConstants())
                .filter(value -> value.toString().equals(name))
                .findFirst()
                .orElse(name);
    }
}
