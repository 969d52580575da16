/* SPDX-License-Identifier: Apache-2.0 */
/** What is refused when a t-graph is built late or started, and what its failures say. */
package io.tspoon.api.misuse;
