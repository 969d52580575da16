/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Fixtures for tests of jobs with t-graphs: an embedded cluster, a bank with a serial oracle,
 * faults. Shipped in the test-jar of the API, for users' tests, too.
 */
package io.tspoon.testing;
