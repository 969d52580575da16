/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.peer.Peer;
import io.tspoon.query.route.Router;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * A job that can be read here.
 *
 * @param id hexadecimal id of the job
 * @param name name given by the user
 * @param router answers reads of the job
 * @param local carries out the operations of other servers; null in a gateway
 */
@Internal
public record Job(String id, String name, Router router, @Nullable Peer local) {}
