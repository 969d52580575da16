/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;

/**
 * Ignores, when reading, properties that have a getter but no way to set them. Such a value is
 * derived from others, so it is written, and must not count as an unknown field when it is read
 * back.
 */
final class DerivedProperties extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config,
            BeanDescription description,
            BeanDeserializerBuilder builder) {
        for (BeanPropertyDefinition property : description.findProperties()) {
            if (property.hasGetter() && !builder.hasProperty(property.getFullName())) {
                builder.addIgnorable(property.getName());
            }
        }
        return builder;
    }
}
