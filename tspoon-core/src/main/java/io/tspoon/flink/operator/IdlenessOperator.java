/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * An operator that decides itself when to pass on that its input is idle.
 *
 * @param <OUT> type of its output
 */
@Internal
public abstract class IdlenessOperator<OUT> extends AbstractStreamOperator<OUT> {
    private static final long serialVersionUID = 1L;

    protected IdlenessOperator(StreamOperatorParameters<OUT> parameters) {
        super(parameters);
    }

    /** The input has become idle; {@link #emitIdle} must follow, now or later. */
    protected abstract void inputFellIdle();

    /**
     * The input is active again.
     *
     * @return whether consumers have to be told
     */
    protected abstract boolean inputBecameActive();

    /**
     * Tells consumers that nothing will come for a while, so that event time may advance without
     * this input.
     */
    protected final void emitIdle() {
        output.emitWatermarkStatus(WatermarkStatus.IDLE);
    }

    @Override
    public final void processWatermarkStatus(WatermarkStatus status) {
        if (status.isIdle()) {
            inputFellIdle();
        } else if (inputBecameActive()) {
            output.emitWatermarkStatus(status);
        }
    }
}
