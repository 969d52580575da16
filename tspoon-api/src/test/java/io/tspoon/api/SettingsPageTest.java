/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.MarkdownTable;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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

    @ParameterizedTest
    @MethodSource("rows")
    void rowSaysWhatTheCodeSays(List<String> row) throws Exception {
        ConfigOption<?> option = options().get(row.get(0));

        assertThat(row.get(1)).isEqualTo(type(option));
        assertThat(defaultOf(row)).isEqualTo(option.defaultValue());
        boolean isCounted = List.of("integer", "duration").contains(row.get(1));
        assertThat(row.get(3)).matches(unit -> !isCounted || !unit.isEmpty(), "has a unit");
        assertThat(methods()).contains(row.get(4).isEmpty() ? "openTransaction" : row.get(4));
        assertThat(row.get(5)).isNotEmpty();
    }

    /** The options are public static methods that take the name of the t-graph. */
    private static Map<String, ConfigOption<?>> options() {
        return Arrays.stream(TransactionalGraphOptions.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .<ConfigOption<?>>map(SettingsPageTest::option)
                .collect(
                        Collectors.toMap(
                                option -> option.key().substring(PREFIX.length()),
                                Function.identity()));
    }

    private static ConfigOption<?> option(Method method) {
        try {
            return (ConfigOption<?>) method.invoke(null, "bank");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read option: " + method, e);
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

    /** The type as a reader knows it, found by a value of the option. */
    private static String type(ConfigOption<?> option) {
        Object value = option.defaultValue();
        if (value instanceof Enum<?>) {
            return "enum";
        } else if (value instanceof Duration) {
            return "duration";
        } else if (value instanceof Integer) {
            return "integer";
        } else if (value instanceof Boolean) {
            return "boolean";
        }
        return "string";
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
