/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves out tests, also where a profile builds into another directory. */
final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/");
    }
}
