/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.LoggedUpdate;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * How a job whose types may have changed reads the bytes of one segment. It follows the rules by
 * which Flink reads the state of a savepoint: states are found by name, and values are read by the
 * serializer that wrote them.
 *
 * <p>A header names all states of the job that wrote it, even if no transaction follows, as after
 * the savepoint that a job was stopped with. So only the states that a transaction needs are
 * checked and may be refused. The others may have been removed or may have another type now.
 */
@Internal
public final class LoggedSchema {
    /** What a logged state corresponds to today. */
    private record State(int index, LoggedColumn key, LoggedColumn value) {}

    private final LogHeader header;
    private final List<StateColumns> columns;
    private final ClassLoader userClasses;

    /** Indexed as in the header; null until a transaction names the state. */
    private final @Nullable State[] states;

    private final LoggedColumn element;

    /** Null if there are no inputs to be given back, or if nobody wants them any more. */
    private final @Nullable LoggedColumn input;

    /**
     * @param header of the segment
     * @param columns the states of the job today
     * @param elementSerializer writes emitted elements today
     * @param inputSerializer writes the inputs today that results give back; null if they do not
     * @param userClasses finds the user's classes
     */
    public LoggedSchema(
            LogHeader header,
            List<StateColumns> columns,
            TypeSerializer<?> elementSerializer,
            @Nullable TypeSerializer<?> inputSerializer,
            ClassLoader userClasses) {
        this.header = header;
        this.columns = columns;
        this.userClasses = userClasses;
        this.states = new State[header.states().size()];
        this.element =
                new LoggedColumn(
                        header.graph(),
                        "emitted elements",
                        header.element(),
                        elementSerializer,
                        userClasses);
        LoggedSerializer logged = header.input();
        this.input =
                logged == null || inputSerializer == null
                        ? null
                        : column("returned inputs", logged, inputSerializer);
    }

    /** Whether the transaction's record can be passed on unchanged. */
    public boolean isSame(LoggedTransaction transaction) {
        for (LoggedUpdate update : transaction.updates()) {
            State state = find(update.state());
            if (state.index != update.state()
                    || !state.key.isSame()
                    || (update.value() != null && !state.value.isSame())) {
                return false;
            }
        }
        return (transaction.elements().isEmpty() || element.isSame())
                && (transaction.returned() == null || input == null || input.isSame());
    }

    /** The index that a logged state has today. */
    public int state(int logged) {
        return find(logged).index;
    }

    public Object key(int logged, byte[] bytes) throws IOException {
        return find(logged).key.read(bytes);
    }

    /** Writes a logged key in today's format. */
    public void convertKey(int logged, byte[] bytes, DataOutputSerializer out) throws IOException {
        find(logged).key.convert(bytes, out);
    }

    /** Writes a logged value in today's format. */
    public void convertValue(int logged, byte[] bytes, DataOutputSerializer out)
            throws IOException {
        find(logged).value.convert(bytes, out);
    }

    /** Writes a logged element in today's format. */
    public void convertElement(byte[] bytes, DataOutputSerializer out) throws IOException {
        element.convert(bytes, out);
    }

    /** Whether the input of a transaction is given back today. */
    boolean isReturned(LoggedTransaction transaction) {
        return transaction.returned() != null && input != null;
    }

    /** Writes an input in today's format that {@link #isReturned}. */
    void convertInput(byte[] bytes, DataOutputSerializer out) throws IOException {
        Objects.requireNonNull(input).convert(bytes, out);
    }

    /** Whether a logged element has left the t-graph, so that it has triggered nothing. */
    boolean leaves(byte[] bytes) {
        return element.leaves(bytes);
    }

    /** Reads a logged element. */
    Object element(byte[] bytes) throws IOException {
        return element.read(bytes);
    }

    private State find(int logged) {
        State known = states[logged];
        if (known == null) {
            known = find(header.states().get(logged));
            states[logged] = known;
        }
        return known;
    }

    private State find(LoggedState logged) {
        for (int i = 0; i < columns.size(); i++) {
            StateColumns today = columns.get(i);
            if (today.name().equals(logged.name())) {
                return new State(
                        i,
                        column(logged.name(), logged.key(), today.keySerializer()),
                        column(logged.name(), logged.value(), today.valueSerializer()));
            }
        }
        throw new IllegalStateException(
                "[TSP-3204] Cannot recover from write-ahead log: it holds updates of a state that"
                        + " the t-graph does not have any more, graph="
                        + header.graph()
                        + ", state="
                        + logged.name()
                        + advice(header.graph()));
    }

    /** What a user can do if the program has changed too much to replay the log. */
    static String advice(String graph) {
        return ". Go back to the program before, stop the job with a savepoint, which leaves"
                + " nothing to repeat, and change it then. If there is no way back, give the log"
                + " a new place, and set tspoon."
                + graph
                + ".log-accept-loss to true for one start: what was logged since the restored"
                + " snapshot is lost then, and its inputs are executed a second time";
    }

    private LoggedColumn column(String what, LoggedSerializer logged, TypeSerializer<?> today) {
        return new LoggedColumn(header.graph(), what, logged, today, userClasses);
    }
}
