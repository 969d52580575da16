/* SPDX-License-Identifier: Apache-2.0 */
/** States that are accessed in several places of one t-graph. */
package io.tspoon.api.entries;
