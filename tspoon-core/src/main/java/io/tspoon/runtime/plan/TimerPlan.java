/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.runtime.timer.DueTimer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.io.Serializable;

/**
 * What the open operator has to know of timers.
 *
 * @param entrance number of the entrance by which they come
 * @param serializer reads them
 * @param timed for each stateful operator whether it has any
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TimerPlan(int entrance, TypeSerializer<DueTimer> serializer, boolean[] timed)
        implements Serializable {
    /** Name of the entrance by which timers come. */
    public static final String ENTRANCE = "timers";
}
