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
 */
@Internal
public record Procedure(
        String name,
        TypeInformation<?> requestType,
        TypeInformation<?> answerType,
        Problems problems)
        implements Serializable {
    /** Checks requests before they become calls. */
    public interface Problems extends Function<Object, List<String>>, Serializable {}
}
