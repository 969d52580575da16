/* SPDX-License-Identifier: Apache-2.0 */
/** What functions of a t-graph may do, how they abort, and how they fail. */
package io.tspoon.api.functions;
