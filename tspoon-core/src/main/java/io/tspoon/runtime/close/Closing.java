/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.transport.ToClose;

import java.io.IOException;

/**
 * What a close operator does once it knows the open operator of its coordinator. Confined to the
 * mailbox thread.
 */
interface Closing extends ToClose.Receiver {
    /** The log has become durable up to where something waited for it. */
    void logIsDurable() throws IOException;
}
