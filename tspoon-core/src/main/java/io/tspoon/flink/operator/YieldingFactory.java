/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;

/**
 * The factory of an operator that lets other mails run while it processes an element. Flink does
 * not chain such an operator to a source of the old kind, such as a socket, which processes
 * elements on a thread of its own: yielding is not possible there.
 *
 * @param <O> type of the output
 */
@Internal
@SuppressWarnings("deprecation") // Flink has no other marker
public abstract class YieldingFactory<O> extends AbstractStreamOperatorFactory<O>
        implements YieldingOperatorFactory<O> {
    private static final long serialVersionUID = 1L;
}
