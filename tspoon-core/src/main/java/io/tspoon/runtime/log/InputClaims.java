/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/** Tells other coordinators of inputs that came here, and that they need not await any more. */
@Internal
@FunctionalInterface
public interface InputClaims {
    void claim(InputIdentity input) throws IOException;
}
