/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

/**
 * What a {@link PartitionProcedure} can be given: a state that is {@linkplain
 * StateSpec#partitionedBy partitioned}, or a {@linkplain WindowSpec window}.
 */
@PublicEvolving
public sealed interface PartitionedSpec permits StateSpec, WindowSpec {
    /** Returns the name of the state or window; queries use it, too. */
    String name();
}
