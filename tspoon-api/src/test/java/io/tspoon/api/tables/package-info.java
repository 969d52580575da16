/* SPDX-License-Identifier: Apache-2.0 */
/** T-graphs between tables: what docs/table-api.md shows. */
package io.tspoon.api.tables;
