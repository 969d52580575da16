/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Write-ahead logs of running jobs: what they repeat after crashes, upgrades and changes of the
 * parallelism.
 */
package io.tspoon.api.log;
