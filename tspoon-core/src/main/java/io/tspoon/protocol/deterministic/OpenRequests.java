/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.util.ArrayDeque;

/**
 * How far one instance of a stateful operator is whose values go to functions elsewhere. Nothing
 * fails there and nothing is taken back, so all below the lowest transaction that still has a
 * request or a key there is judged.
 *
 * <p>Confined to the thread of the participant.
 */
@Internal
public final class OpenRequests {
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private final FinalIds finals;
    private long arrived = Timestamps.NONE;
    private long settled = Timestamps.NONE;

    /** The part of a transaction that is here. */
    public static final class Part {
        private final long id;
        private int open;

        private Part(long id) {
            this.id = id;
        }

        public long id() {
            return id;
        }
    }

    /**
     * @param coordinators number of coordinators of the t-graph
     */
    public OpenRequests(int coordinators) {
        finals = new FinalIds(coordinators);
    }

    /** See {@link DeterministicParticipant#finalUpTo}. */
    public void finalUpTo(int coordinator, long id) {
        finals.upTo(coordinator, id, settled);
    }

    /** A request of a transaction has come; transactions come in the order of their ids. */
    public Part opened(long id) {
        Part last = parts.peekLast();
        if (id <= arrived || (last != null && last.id > id)) {
            throw new ProtocolException(
                    "[TSP-2532] Cannot take request: it comes too late, transaction="
                            + id
                            + ", arrived="
                            + arrived);
        }
        if (last == null || last.id != id) {
            last = new Part(id);
            parts.add(last);
        }
        last.open++;
        return last;
    }

    /** A request is over: its key is given back, or was only read. */
    public void closed(Part part) {
        part.open--;
        Part head = parts.peek();
        while (head != null && head.open == 0) {
            parts.remove();
            head = parts.peek();
        }
    }

    /** All transactions up to this id that have a part here have begun. */
    public void arrived(long upTo) {
        arrived = Math.max(arrived, upTo);
        settled = Math.max(settled, finals.lowest(judged()));
    }

    /** See {@link DeterministicParticipant#judged}; never goes back. */
    public long judged() {
        Part head = parts.peek();
        return head == null ? arrived : Math.min(arrived, head.id - 1);
    }

    /** See {@link DeterministicParticipant#settled}. */
    public long settled() {
        return settled;
    }

    /** Whether no transaction has a request or a key here. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** The number of transactions that have. */
    public int size() {
        return parts.size();
    }
}
