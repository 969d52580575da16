/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/** The answer if there is nothing to say. */
@Internal
public record Done() {}
