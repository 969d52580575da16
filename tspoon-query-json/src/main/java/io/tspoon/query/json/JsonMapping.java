/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.LinkedHashSet;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Maps keys and values to JSON: classes as Jackson maps them, tuples as arrays, rows as arrays or,
 * with field names, as objects, times as ISO 8601 text with all their digits, byte arrays as
 * Base64, records of Avro as objects.
 *
 * <p>Reading is strict. It refuses text in place of a number, unless the number is not finite; an
 * unknown field, unless it is derived from others; and anything after the end.
 *
 * <p>Thread-safe.
 */
@PublicEvolving
public final class JsonMapping {
    /** Bounds the stack that a parser and its callers may need. */
    private static final int MAX_NESTING = 100;

    private static final StreamReadConstraints BOUNDS =
            StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build();
    private static final StreamReadConstraints NO_BOUNDS = nestedUpTo(Integer.MAX_VALUE);

    /** Half of what Jackson writes: the stack of a thread bears that many objects in objects. */
    private static final int MAX_NESTING_OF_ANSWERS = 500;

    private static final StreamReadConstraints BOUNDS_OF_ANSWERS =
            nestedUpTo(MAX_NESTING_OF_ANSWERS);

    /** Initial size of the type cache, as in Jackson's own type factory. */
    private static final int INITIAL_TYPES = 16;

    private static final int MAX_TYPES = 200;

    private final ObjectMapper mapper;
    private final boolean customized;

    private JsonMapping(JsonMapper.Builder builder, boolean customized) {
        this(builder.build(), customized);
        mapper.setSerializerProvider(new TreeNumbers.Writer());
    }

    private JsonMapping(ObjectMapper mapper, boolean customized) {
        this.mapper = mapper;
        this.customized = customized;
    }

    /** Returns the mapping without any customization. */
    public static JsonMapping standard() {
        return new JsonMapping(builder(BOUNDS), false);
    }

    /**
     * Returns the standard mapping without limits, for reading what another server of the job has
     * written: values may be nested more deeply, or have longer numbers, than is allowed in a
     * request.
     */
    @Internal
    public static JsonMapping unbounded() {
        return new JsonMapping(builder(NO_BOUNDS), false);
    }

    /**
     * Returns the standard mapping with the changes of all {@link JsonCustomizer}s that a loader
     * finds.
     */
    public static JsonMapping load(ClassLoader loader) {
        JsonMapper.Builder builder = builder(BOUNDS);
        boolean customized = false;
        for (JsonCustomizer customizer : ServiceLoader.load(JsonCustomizer.class, loader)) {
            customizer.customize(builder);
            customized = true;
        }
        return new JsonMapping(builder, customized);
    }

    /**
     * Returns this mapping, changed for clients, which read the answers of servers. It ignores
     * unknown fields: a newer job may have added fields, and callers need not declare fields that
     * they do not use. Numbers, texts and names may have any length, and values may be nested more
     * deeply than is allowed in a request.
     */
    @Internal
    public JsonMapping forAnswers() {
        ObjectMapper other =
                mapper.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        other.getFactory().setStreamReadConstraints(BOUNDS_OF_ANSWERS);
        return new JsonMapping(other, customized);
    }

    /**
     * Returns this mapping, changed for the requests of calls, which write. It refuses whatever is
     * missing or null in a record, a primitive field that is missing elsewhere, and a number that
     * is too large: what was not said must not become 0.
     */
    @Internal
    public JsonMapping forCalls() {
        ObjectMapper other =
                mapper.copy()
                        .enable(
                                DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                                DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                                DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
        other.registerModule(new CallStrictness());
        return new JsonMapping(other, customized);
    }

    /** Returns the JSON form of a type. */
    @Internal
    public <T> JsonType<T> of(TypeInformation<T> type) {
        return new JsonType<>(mapper, type, customized);
    }

    /** Returns the JSON form of a type of keys. */
    @Internal
    public <K> JsonKeys<K> keysOf(TypeInformation<K> type) {
        return new JsonKeys<>(of(type), mapper, type, customized);
    }

    /** Returns the JSON form of a class without type parameters. */
    @Internal
    public <T> JsonType<T> of(Class<T> type) {
        return of(TypeInformation.of(type));
    }

    /**
     * Whether objects of a class can be written. Of messages of Protobuf that needs a serializer
     * from a {@link JsonCustomizer}: Jackson would take them to be beans, which they are not.
     */
    @Internal
    public boolean writes(Class<?> type) {
        try {
            JsonSerializer<?> serializer =
                    mapper.getSerializerProviderInstance().findValueSerializer(type);
            return !(Foreign.isProtobuf(type) && serializer instanceof BeanSerializerBase);
        } catch (JsonMappingException e) {
            return false; // Jackson says, for instance, that two getters contradict each other
        }
    }

    /** Why values of a type cannot be made from their JSON, in words; empty if they can. */
    @Internal
    public String unreadable(TypeInformation<?> type) {
        String lost = KeyForms.lostField(mapper, type);
        return lost.isEmpty()
                ? UnreadableType.why(mapper, type)
                : "its JSON leaves out a field, field=" + lost;
    }

    /** Returns the underlying mapper; do not change it. */
    public ObjectMapper mapper() {
        return mapper;
    }

    private static StreamReadConstraints nestedUpTo(int levels) {
        return StreamReadConstraints.builder()
                .maxNestingDepth(levels)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build();
    }

    private static JsonMapper.Builder builder(StreamReadConstraints bounds) {
        JsonFactory factory =
                new JsonFactoryBuilder()
                        .streamReadConstraints(bounds)
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                        .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                        .build();
        LookupCache<Object, JavaType> types = new LRUMap<>(INITIAL_TYPES, MAX_TYPES);
        JsonMapper.Builder builder =
                JsonMapper.builder(factory)
                        // The default type factory, which all mappers share, would keep classes of
                        // jobs that have ended.
                        .typeFactory(TypeFactory.defaultInstance().withCache(types))
                        .addModules(
                                new JavaTimeModule(),
                                new Jdk8Module(),
                                new FlinkTypesModule(),
                                new EitherModule(),
                                new AvroModule(),
                                new DatesModule(),
                                strictness())
                        .enable(
                                DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                                DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                        .disable(
                                DeserializationFeature.ACCEPT_FLOAT_AS_INT,
                                DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                        .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                        .disable(
                                SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                                SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
                                SerializationFeature.FAIL_ON_EMPTY_BEANS)
                        .disable(
                                MapperFeature.ALLOW_COERCION_OF_SCALARS,
                                MapperFeature.USE_GETTERS_AS_SETTERS)
                        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                        .defaultPropertyInclusion(
                                JsonInclude.Value.construct(
                                        JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS));
        builder.withCoercionConfig(
                LogicalType.Textual,
                coercion ->
                        coercion.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
        return builder;
    }

    private static SimpleModule strictness() {
        return new SimpleModule("tspoon-json")
                .setDeserializerModifier(new DerivedProperties())
                .addDeserializer(JsonNode.class, new TreeNumbers.Reader())
                .addAbstractTypeMapping(Set.class, LinkedHashSet.class);
    }
}
