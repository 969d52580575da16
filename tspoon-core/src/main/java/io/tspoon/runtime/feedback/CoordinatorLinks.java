/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.runtime.log.CommitLog;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongFunction;

/**
 * The links of all coordinators in this process.
 *
 * <p>This is static mutable state, because two tasks of one slot have no other way to meet. Random
 * ids fence it: each attempt of an open operator draws a new one, which travels to the close
 * operator over Flink's own channel between the two. So neither an earlier attempt nor another job
 * in the same process can reach a link. A link is removed when its open operator is closed.
 */
@Internal
public final class CoordinatorLinks {
    private static final ConcurrentMap<Long, CoordinatorLink> LINKS = new ConcurrentHashMap<>();
    private static final SecureRandom RANDOM = new SecureRandom();

    private CoordinatorLinks() {}

    /**
     * Opens a link with a new id.
     *
     * @param slots number of slots of the coordinator
     * @param wakeUp see {@link CoordinatorLink}
     */
    public static CoordinatorLink open(int slots, Runnable wakeUp) {
        return register(id -> new CoordinatorLink(id, slots, wakeUp));
    }

    /**
     * As above.
     *
     * @param log of the coordinator; null if it logs no outcomes
     * @param described what close needs to know about attempts
     */
    public static CoordinatorLink open(
            int slots,
            Runnable wakeUp,
            @Nullable CommitLog log,
            CoordinatorLink.Described described) {
        return register(id -> new CoordinatorLink(id, slots, wakeUp, log, described));
    }

    private static CoordinatorLink register(LongFunction<CoordinatorLink> created) {
        while (true) {
            long id = RANDOM.nextLong();
            CoordinatorLink link = created.apply(id);
            if (id != 0 && LINKS.putIfAbsent(id, link) == null) {
                return link;
            }
        }
    }

    /**
     * Finds a link.
     *
     * @throws IllegalStateException if it is not in this process
     */
    public static CoordinatorLink find(long id, String graph) {
        CoordinatorLink link = LINKS.get(id);
        if (link == null) {
            throw new IllegalStateException(
                    "[TSP-2013] Cannot reach open operator of t-graph: it does not run in this"
                            + " process, graph="
                            + graph
                            + ". The open and close operators of a t-graph must share a slot: keep"
                            + " them in one slot sharing group, and tspoon in one class loader. If"
                            + " it has just failed, its own exception says why.");
        }
        return link;
    }

    /** Removes the link; feedback that still arrives is dropped. */
    public static void close(CoordinatorLink link) {
        LINKS.remove(link.id(), link);
        link.close();
    }
}
