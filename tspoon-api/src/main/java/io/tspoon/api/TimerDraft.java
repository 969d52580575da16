/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.List;

/**
 * What is done when a timer of a state is due, while the t-graph is built.
 *
 * @param state place of the state in its operator
 * @param payload type of the payloads
 * @param function what is done
 * @param outlets where the elements go that the access emits behind which the program said so
 */
record TimerDraft(
        int state,
        TypeInformation<?> payload,
        AccessFunction<?, ?, ?> function,
        List<Outlet> outlets) {}
