/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.google.protobuf.StringValue;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Values of Avro can be queried; what cannot is refused when the t-graph is built. */
class ForeignValuesTest {
    private static final JsonMapping MAPPING = JsonMapping.standard();
    private static final String JSON =
            "{\"balance\":5,\"owner\":\"a\",\"status\":\"OPEN\",\"lines\":[1,2],"
                    + "\"tags\":{\"k\":\"v\"},\"seal\":\"AQID\"}";
    private static final TypeInformation<AvroAccount> SPECIFIC =
            TypeInformation.of(AvroAccount.class);
    private static final TypeInformation<GenericRecord> GENERIC =
            new GenericRecordAvroTypeInfo(AvroAccount.SCHEMA$);

    /** A record of the program with such a value in it. */
    public record Holding(String name, List<AvroAccount> accounts) {}

    /** A bean that Jackson does not understand: both getters are of the property url. */
    public static class TwoFaced {
        public long number;

        public String getURL() {
            return "a";
        }

        public String getUrl() {
            return "b";
        }
    }

    private static AvroAccount account() {
        AvroAccount account = new AvroAccount();
        account.setBalance(5);
        account.setOwner(new Utf8("a"));
        account.setStatus(AvroStatus.OPEN);
        account.setLines(List.of(1L, 2L));
        account.setTags(Map.of(new Utf8("k"), new Utf8("v")));
        account.setSeal(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        return account;
    }

    @Test
    void generatedClassIsAnObjectWithoutItsSchema() throws Exception {
        AvroAccount stored = copy(SPECIFIC, account());

        JsonNode json = MAPPING.of(SPECIFIC).toJson(stored);

        assertThat(json.toString()).isEqualTo(JSON);
        assertThat(MAPPING.of(SPECIFIC).fromJson(json)).isEqualTo(stored);
        assertThat(MAPPING.of(SPECIFIC).schema().path("properties").toString())
                .contains("\"balance\":{\"type\":\"integer\"}", "\"owner\":{\"type\":\"string\"}")
                .doesNotContain("schema", "specificData");
        assertThat(
                        MAPPING.of(Holding.class)
                                .toJson(new Holding("x", List.of(stored)))
                                .at("/accounts/0"))
                .isEqualTo(json);
    }

    @Test
    void genericRecordIsAnObjectWithTheFieldsOfItsSchema() throws Exception {
        GenericRecord record = new GenericData.Record(AvroAccount.SCHEMA$);
        AvroAccount account = account();
        for (int i = 0; i < 6; i++) {
            record.put(i, account.get(i));
        }
        record.put(
                "status",
                new GenericData.EnumSymbol(
                        AvroAccount.SCHEMA$.getField("status").schema(), "OPEN"));

        JsonNode json = MAPPING.of(GENERIC).toJson(copy(GENERIC, record));

        assertThat(json.toString()).isEqualTo(JSON);
        assertThat(MAPPING.of(GENERIC).schema()).isEmpty();
        assertThatThrownBy(() -> MAPPING.of(GENERIC).fromJson(json))
                .hasMessageContaining("Cannot read JSON");
    }

    @Test
    void fixedBytesAreBase64() {
        GenericData.Fixed fixed =
                new GenericData.Fixed(
                        org.apache.avro.Schema.createFixed("F", null, null, 3),
                        new byte[] {1, 2, 3});

        assertThat(MAPPING.mapper().<JsonNode>valueToTree(fixed).toString()).isEqualTo("\"AQID\"");
    }

    @Test
    void queryableGraphTakesValuesOfAvro() {
        assertThatCode(() -> access(Types.STRING, SPECIFIC)).doesNotThrowAnyException();
        assertThatCode(() -> access(Types.STRING, GENERIC)).doesNotThrowAnyException();
        assertThatCode(() -> access(Types.STRING, TypeInformation.of(Holding.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void keyOfAvroIsRefused() {
        assertThatThrownBy(() -> access(GENERIC, Types.LONG))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("Cannot access state: its type cannot be a key");
    }

    @Test
    void queryableGraphRefusesWhatCannotBeWrittenAsJson() {
        assertThatThrownBy(
                        () ->
                                access(
                                        Types.STRING,
                                        Types.TUPLE(
                                                Types.LONG, TypeInformation.of(StringValue.class))))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("this type cannot be written as JSON, graph=g, state=s")
                .hasMessageContaining(
                        ", part=f1, class=com.google.protobuf.StringValue. Use a record of its"
                                + " fields");
        assertThatThrownBy(() -> access(Types.STRING, TypeInformation.of(TwoFaced.class)))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining(", class=" + TwoFaced.class.getName() + ". Use a record");
    }

    @Test
    void graphThatIsNotQueryableTakesThemAll() {
        assertThatCode(
                        () ->
                                access(
                                        TransactionalGraph.named("g").allowKryo(),
                                        Types.STRING,
                                        TypeInformation.of(StringValue.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void whatOnlyKryoCouldWriteIsRefusedWithTheFix() {
        assertThatThrownBy(
                        () ->
                                access(
                                        TransactionalGraph.named("g"),
                                        Types.STRING,
                                        TypeInformation.of(StringValue.class)))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining(". Use a byte[], from toByteArray(), or a record of its");
        assertThatThrownBy(
                        () ->
                                access(
                                        TransactionalGraph.named("g"),
                                        Types.STRING,
                                        TypeInformation.of(GenericRecord.class)))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining(". Pass new GenericRecordAvroTypeInfo(schema), or generate");
    }

    /** What the message says helps. */
    public static final class Messages implements JsonCustomizer {
        @Override
        public void customize(JsonMapper.Builder builder) {
            builder.addModule(
                    new SimpleModule()
                            .addSerializer(StringValue.class, ToStringSerializer.instance));
        }
    }

    @Test
    void customizerMakesMessagesReadable(@TempDir Path classes) throws Exception {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(JsonCustomizer.class.getName()), Messages.class.getName());
        URL[] urls = {classes.toUri().toURL()};
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            thread.setContextClassLoader(loader);
            assertThatCode(() -> access(Types.STRING, TypeInformation.of(StringValue.class)))
                    .doesNotThrowAnyException();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static <K, V> void access(TypeInformation<K> keys, TypeInformation<V> values) {
        access(TransactionalGraph.named("g").queryable().allowKryo(), keys, values);
    }

    private static <K, V> void access(
            TransactionalGraph graph, TypeInformation<K> keys, TypeInformation<V> values) {
        graph.openTransaction(EmbeddedFlink.environment(1).fromSequence(1, 10))
                .keyBy(number -> null, keys)
                .write(StateSpec.named("s", keys, values), number -> null);
    }

    private static <T> T copy(TypeInformation<T> type, T value) throws Exception {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        serializer.serialize(value, bytes);
        return serializer.deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer()));
    }
}
