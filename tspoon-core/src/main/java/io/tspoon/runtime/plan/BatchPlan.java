/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.runtime.batch.BatchRule;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.io.Serializable;

/**
 * How the elements of one entrance become batches.
 *
 * @param entrance number of the entrance
 * @param name of the entrance; empty if it has none
 * @param rule says what is a batch
 * @param maxElements the most elements of a batch
 * @param rejecting whether what aborts for one element undoes that element alone
 * @param spread which coordinator gets which element
 * @param serializer of the elements as the program sees them
 */
@Internal
public record BatchPlan(
        int entrance,
        String name,
        BatchRule<Object> rule,
        int maxElements,
        boolean rejecting,
        InputSpread spread,
        TypeSerializer<Object> serializer)
        implements Serializable {}
