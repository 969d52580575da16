/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.Serializable;
import java.util.List;
import java.util.function.Function;

/**
 * What can be called.
 *
 * @param name of the procedure, which is that of the entrance by which its calls come
 * @param requestType type of the requests
 * @param answerType type of what the transaction of a call emits
 * @param problems says in words what is wrong with a request; empty if nothing is. For any thread
 * @param writable the states that its requests write, which are {@link Changes}; empty if requests
 *     are whatever the program takes
 */
@Internal
public record Procedure(
        String name,
        TypeInformation<?> requestType,
        TypeInformation<?> answerType,
        Problems problems,
        List<WritableState> writable)
        implements Serializable {
    /** Name of the procedure whose requests write states. No other one has it. */
    public static final String TRANSACT = "transact";

    /** A procedure whose requests the program takes. */
    public Procedure(
            String name,
            TypeInformation<?> requestType,
            TypeInformation<?> answerType,
            Problems problems) {
        this(name, requestType, answerType, problems, List.of());
    }

    /** The procedure whose requests write states. */
    public static Procedure transact(List<WritableState> states, TypeInformation<?> answerType) {
        return new Procedure(
                TRANSACT, Changes.type(states), answerType, request -> List.of(), states);
    }

    /** Checks requests before they become calls. */
    public interface Problems extends Function<Object, List<String>>, Serializable {}
}
