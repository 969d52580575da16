/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.peer.Peers;
import io.tspoon.read.JobDirectory;

import org.apache.flink.annotation.Internal;

/**
 * A job as a router sees it.
 *
 * @param directory tells where the instances of the job are
 * @param local the instances of the job in this process
 * @param peers finds the job's servers
 */
@Internal
public record ServedJob(JobDirectory directory, LocalInstances local, Peers peers) {}
