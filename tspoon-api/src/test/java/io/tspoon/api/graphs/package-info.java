/* SPDX-License-Identifier: Apache-2.0 */
/** Shapes of t-graphs and their loads, with the right results of each. */
package io.tspoon.api.graphs;
