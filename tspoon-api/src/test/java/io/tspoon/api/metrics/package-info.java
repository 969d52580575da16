/* SPDX-License-Identifier: Apache-2.0 */
/** Metrics of running jobs, and the page that lists them. */
package io.tspoon.api.metrics;
