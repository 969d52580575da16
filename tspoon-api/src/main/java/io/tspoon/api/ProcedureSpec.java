/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.call.Procedure;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;

/**
 * Describes a procedure, which others call over HTTP: its name, and the types of requests and
 * answers.
 *
 * <p>Both the job and its callers refer to the procedure by this object. Immutable; usually a
 * constant. Functions may capture it.
 *
 * <pre>{@code
 * static final ProcedureSpec<Transfer, Receipt> TRANSFER =
 *     ProcedureSpec.named("transfer", Transfer.class, Receipt.class)
 *         .checked(transfer ->
 *             transfer.amount() > 0 ? List.of() : List.of("amount must be positive"));
 *
 * TransactionalGraph bank = TransactionalGraph.named("bank").queryable();
 * DataStream<TransactionResult<Receipt>> results =
 *     bank.openCalls(environment, TRANSFER)
 *         .flatMap(Transfer::movements, Movement.class)
 *         .keyBy(Movement::account)
 *         .update(BALANCE, (balance, movement) -> balance + movement.amount(),
 *             (balance, movement) -> new Receipt(movement.account(), balance), Receipt.class)
 *         .closeTransaction();
 * }</pre>
 *
 * <p>What the procedure does is described by the t-graph that is {@linkplain
 * TransactionalGraph#openCalls opened} for its calls. Each call is one transaction. Callers send a
 * request as JSON, and get the elements as JSON that the transaction emits where the t-graph is
 * closed: any number of the answer type.
 *
 * @param <Q> type of the requests
 * @param <R> type of the answers: of the elements with which the t-graph is closed
 */
@PublicEvolving
public final class ProcedureSpec<Q, R> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final TypeInformation<Q> requestType;
    private final TypeInformation<R> answerType;
    private final @Nullable SerializableFunction<Q, List<String>> problems;

    private ProcedureSpec(
            String name,
            TypeInformation<Q> requestType,
            TypeInformation<R> answerType,
            @Nullable SerializableFunction<Q, List<String>> problems) {
        this.name = name;
        this.requestType = requestType;
        this.answerType = answerType;
        this.problems = problems;
    }

    /**
     * Describes a procedure.
     *
     * @param name unique among the entrances of its t-graph, and part of addresses and of what a
     *     write-ahead log knows calls by, so keep it between versions. A letter, then up to 63
     *     letters, digits, {@code _} or {@code -}
     * @param requestType class of the requests, without type parameters
     * @param answerType class of the answers, without type parameters
     * @throws InvalidGraphException if the name is invalid or a type is null
     */
    public static <Q, R> ProcedureSpec<Q, R> named(
            String name, Class<Q> requestType, Class<R> answerType) {
        return named(
                name,
                ValueTypes.of(given(name, "request type", requestType)),
                ValueTypes.of(given(name, "answer type", answerType)));
    }

    /** Like {@link #named(String, Class, Class)}, for types with type parameters. */
    public static <Q, R> ProcedureSpec<Q, R> named(
            String name, TypeHint<Q> requestType, TypeHint<R> answerType) {
        return named(
                name,
                ValueTypes.of(given(name, "request type", requestType)),
                ValueTypes.of(given(name, "answer type", answerType)));
    }

    /** Like {@link #named(String, Class, Class)}, with type information. */
    public static <Q, R> ProcedureSpec<Q, R> named(
            String name, TypeInformation<Q> requestType, TypeInformation<R> answerType) {
        GraphTypes.checkName("procedure", name);
        checkFree(name);
        given(name, "request type", requestType);
        given(name, "answer type", answerType);
        return new ProcedureSpec<>(
                name, ValueTypes.of(requestType), ValueTypes.of(answerType), null);
    }

    /**
     * Sets what is checked before a request becomes a transaction. A request with problems is
     * refused with their texts, and its key can be used again. A procedure has at most one check.
     *
     * @param check returns in words what is wrong with a request; an empty list, or null, if
     *     nothing is. Called by many threads, and must not change the request
     * @throws InvalidGraphException if the procedure already has a check, or the argument is null
     */
    public ProcedureSpec<Q, R> checked(SerializableFunction<Q, List<String>> check) {
        given(name, "check of requests", check);
        if (problems != null) {
            throw new InvalidGraphException(
                    "[TSP-1133] Cannot set check of requests: the procedure has one, procedure="
                            + name
                            + ". Let one check return the problems of both.");
        }
        return new ProcedureSpec<>(name, requestType, answerType, check);
    }

    /** Returns the name of the procedure, which is that of the entrance of its calls. */
    public String name() {
        return name;
    }

    /** Returns the type of the requests. */
    public TypeInformation<Q> requestType() {
        return requestType;
    }

    /** Returns the type of the answers. */
    public TypeInformation<R> answerType() {
        return answerType;
    }

    /** Returns the check of requests; null if there is none. */
    @Nullable SerializableFunction<Q, List<String>> problems() {
        return problems;
    }

    /** Else it could be taken for the way to write states. */
    private static void checkFree(String name) {
        if (name.equals(Procedure.TRANSACT)) {
            throw new InvalidGraphException(
                    "[TSP-1135] Cannot name procedure: the name is that of the entrance by which"
                            + " others write states, name="
                            + name
                            + ". Choose another one.");
        }
    }

    private static <T> T given(String procedure, String what, T given) {
        if (given == null) {
            throw new InvalidGraphException(
                    "[TSP-1134] Cannot describe procedure: the "
                            + what
                            + " is null, procedure="
                            + procedure
                            + ". Pass one.");
        }
        return given;
    }

    @Override
    public String toString() {
        return "ProcedureSpec[" + name + ": " + requestType + " -> " + answerType + "]";
    }
}
