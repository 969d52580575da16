/* SPDX-License-Identifier: Apache-2.0 */
/** Functions that come to any keys of a partition. */
package io.tspoon.api.partitions;
