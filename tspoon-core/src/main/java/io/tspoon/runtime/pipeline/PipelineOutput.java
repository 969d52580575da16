/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.io.IOException;

/**
 * Takes what comes out of a {@link Pipeline}. A job has one kind of it, which writes fragments.
 *
 * <p>A class and not an interface: as long as it has one implementation, calls cost nothing.
 */
@Internal
public abstract class PipelineOutput {
    /** Begins what an attempt sends when its functions have got values. */
    public abstract void beginLate(int coordinator, int slot, long timestamp);

    /**
     * Takes an element for a stateful operator.
     *
     * @param mayFail whether the access there may abort the transaction
     */
    public abstract <T> void toState(
            int operator, int instance, boolean mayFail, TypeSerializer<T> serializer, T element)
            throws IOException;

    /** Takes an element that leaves the t-graph. */
    public abstract <T> void toResult(TypeSerializer<T> serializer, T element) throws IOException;

    /** Takes what is triggered when the transaction has committed. */
    public abstract <T> void toTrigger(TypeSerializer<T> serializer, T triggered)
            throws IOException;

    /** Takes a value that a function in the open operator waits for. */
    public abstract <T> void toOpen(TypeSerializer<T> serializer, T answer) throws IOException;
}
