/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.flink.Functions;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.MissingTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Checks names and types, with messages that say how to correct them. */
final class GraphTypes {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    /** The other type with kinds, in a library that t-graphs do without. */
    private static final String ROW_OF_TABLES = "org.apache.flink.table.data.RowData";

    private GraphTypes() {}

    /** Checks a name, which becomes part of uids, metrics, options and addresses. */
    public static void checkName(String what, String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new InvalidGraphException(
                    "[TSP-1113] Cannot name "
                            + what
                            + ": unfit name, name="
                            + name
                            + ". Use a letter, then up to 63 letters, digits, '_' or '-'.");
        }
    }

    /** Finds the type of a function's results; the exception says how to specify it. */
    public static <T> TypeInformation<T> extract(
            String operation, Supplier<TypeInformation<T>> extraction) {
        TypeInformation<T> type;
        try {
            type = extraction.get();
        } catch (InvalidTypesException e) {
            throw missing(operation, e);
        } catch (StackOverflowError e) {
            throw new InvalidGraphException(
                    "[TSP-1200] Cannot find type of results: Flink finds no end in a class with a"
                            + " collection of its own class, operation="
                            + operation
                            + ". Keep those in a state, and refer to them by their keys.",
                    e);
        }
        if (type instanceof MissingTypeInfo unknown) {
            throw missing(operation, unknown.getTypeException());
        }
        if (type == null) {
            throw missing(operation, null);
        }
        return type;
    }

    private static InvalidGraphException missing(
            String operation, @Nullable InvalidTypesException cause) {
        return new InvalidGraphException(
                "[TSP-1201] Cannot find type of results: Java erased it, or only another t-graph"
                        + " knows it, operation="
                        + operation
                        + ". Pass the class of the results as last argument, as in "
                        + operation
                        + "(function, Result.class), or if it has type parameters,"
                        + " ValueTypes.of(new TypeHint<Result<...>>() {}); of a"
                        + " TransactionResult pass the type of the stream that brings it, as in "
                        + operation
                        + "(function, results.getType())."
                        + (cause == null ? "" : " Flink says: " + cause.getMessage()),
                cause);
    }

    /** Refuses types that Flink would serialize with Kryo, unless the program allows Kryo. */
    public static void checkSerializable(
            StreamExecutionEnvironment environment,
            String graph,
            String what,
            TypeInformation<?> type,
            boolean kryoAllowed) {
        TypePart unfit = kryoAllowed ? null : ofKryo(environment, type);
        if (unfit != null) {
            throw new InvalidGraphException(
                    "[TSP-1202] Cannot use type in t-graph: Flink could only write it with Kryo,"
                            + " graph="
                            + graph
                            + ", "
                            + what
                            + "="
                            + type
                            + unfit
                            + ". "
                            + TypeCures.of(unfit.type())
                            + "; or insist with allowKryo(). See docs/types.md.");
        }
    }

    /**
     * Refuses an input that Flink would bring to the t-graph with Kryo. The t-graph has its own
     * serializers for some of those types, but can use them only from where it begins.
     */
    public static void checkInput(
            StreamExecutionEnvironment environment,
            String graph,
            TypeInformation<?> type,
            boolean kryoAllowed) {
        checkSerializable(environment, graph, "inputType", ValueTypes.of(type), kryoAllowed);
        TypePart unfit = kryoAllowed ? null : ofKryo(environment, type);
        if (unfit != null) {
            throw new InvalidGraphException(
                    "[TSP-1203] Cannot open t-graph: Flink would bring its input with Kryo, graph="
                            + graph
                            + ", inputType="
                            + type
                            + unfit
                            + ". Name the type of the stream, as in"
                            + " input.returns(ValueTypes.of("
                            + argument(type)
                            + ")), or where its source is made; or annotate the record with"
                            + " @TypeInfo(ValueTypeFactory.class); or insist with allowKryo().");
        }
    }

    /** What names the type to {@link ValueTypes}: its class, or a hint if it has parameters. */
    private static String argument(TypeInformation<?> type) {
        String declaration = new TypePart("", type).declaration();
        return type.getTypeClass().getTypeParameters().length == 0
                ? declaration + ".class"
                : "new TypeHint<" + declaration + ">() {}";
    }

    /**
     * Refuses rows whose kinds may differ: to functions, a row that is taken back looks like one
     * that is added.
     */
    static void checkNoRows(String graph, TypeInformation<?> type) {
        boolean isRow = type.getTypeClass() == Row.class;
        if (isRow || type.getTypeClass().getName().equals(ROW_OF_TABLES)) {
            throw new InvalidGraphException(
                    "[TSP-1020] Cannot open t-graph: its input has rows, which may be added (+I,"
                        + " +U) or taken back (-U, -D), and functions would see all of them alike,"
                        + " graph="
                            + graph
                            + ", inputType="
                            + type
                            + ". Say how to read them: openTransaction(ChangelogInput.upserts(rows,"
                            + " key)) if the last row of a key counts, .retractions(rows) if each"
                            + " row counts until it is taken back, .insertOnly(rows) if rows are"
                            + " only ever added."
                            + (isRow ? "" : " These take Row: map " + ROW_OF_TABLES + " to it."));
        }
    }

    private static @Nullable TypePart ofKryo(
            StreamExecutionEnvironment environment, TypeInformation<?> type) {
        return TypePart.unfit(type, part -> Functions.usesKryo(environment, part));
    }

    /**
     * Refuses a state of a queryable t-graph whose keys or values cannot be written as JSON.
     *
     * @param readable tells of which classes they can
     */
    public static void checkReadable(
            String graph, StateSpec<?, ?> spec, Predicate<Class<?>> readable) {
        for (TypeInformation<?> type : List.of(spec.keyType(), spec.valueType())) {
            TypePart unfit = withoutJson(type, readable);
            if (unfit != null) {
                throw new InvalidGraphException(
                        "[TSP-1204] Cannot access state: the t-graph is queryable, and this type"
                                + " cannot be written as JSON, graph="
                                + graph
                                + ", state="
                                + spec.name()
                                + ", type="
                                + type
                                + unfit
                                + ". Use a record of its fields; or give Jackson a serializer for"
                                + " it with a JsonCustomizer; or leave queryable() out.");
            }
        }
    }

    /**
     * Refuses a procedure whose requests or answers cannot be written as JSON.
     *
     * @param readable as of {@link #checkReadable}
     */
    static void checkCallable(
            String graph, ProcedureSpec<?, ?> spec, Predicate<Class<?>> readable) {
        for (TypeInformation<?> type : List.of(spec.requestType(), spec.answerType())) {
            TypePart unfit = withoutJson(type, readable);
            if (unfit != null) {
                throw new InvalidGraphException(
                        "[TSP-1213] Cannot open t-graph for calls: a type of the procedure cannot"
                                + " be written as JSON, graph="
                                + graph
                                + ", procedure="
                                + spec.name()
                                + ", type="
                                + type
                                + unfit
                                + ". Use a record of its fields; or give Jackson a serializer and a"
                                + " deserializer for it with a JsonCustomizer.");
            }
        }
    }

    private static @Nullable TypePart withoutJson(
            TypeInformation<?> type, Predicate<Class<?>> readable) {
        return TypePart.unfit(type, part -> !readable.test(part.getTypeClass()));
    }

    /** Checks that streams have the same type, as union and close require. */
    static void checkSame(
            String graph, String verb, TypeInformation<?> type, StreamNode<?> stream) {
        if (!type.equals(stream.type())) {
            throw new InvalidGraphException(
                    "[TSP-1114] Cannot "
                            + verb
                            + " streams: their types differ, graph="
                            + graph
                            + ", type="
                            + type
                            + ", other="
                            + stream.type()
                            + ". Map them to one type first.");
        }
    }
}
