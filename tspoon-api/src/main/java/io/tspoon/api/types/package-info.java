/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Types of keys, values and elements, and serializers that give every value back as it was. Imports
 * only values of tspoon.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.api.types;

import org.jspecify.annotations.NullMarked;
