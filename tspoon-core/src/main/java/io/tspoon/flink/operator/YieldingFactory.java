/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;

/**
 * Of an operator that lets other mails in while it processes an element. Flink does not chain it to
 * a source of the old kind, such as a socket, which has a thread of its own for elements: in that
 * one nothing may yield.
 *
 * @param <O> type of the output
 */
@SuppressWarnings("deprecation") // but Flink has no other mark
public abstract class YieldingFactory<O> extends AbstractStreamOperatorFactory<O>
        implements YieldingOperatorFactory<O> {
    private static final long serialVersionUID = 1L;
}
