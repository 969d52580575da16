/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Checkpoints and savepoints of running jobs: what is as it was after failures, upgrades and
 * changes of the parallelism.
 */
package io.tspoon.api.recovery;
