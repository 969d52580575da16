/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;

/**
 * An element of a batch that was logged.
 *
 * @param input how it is recognized when its source delivers it again
 * @param key from the user's key function; empty if there is none
 * @param emitted how many of the emitted elements come from it
 */
@Internal
public record LoggedElement(InputIdentity input, String key, int emitted) {}
