package dev.mayfly.test.conformance.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Every class that we ship. Tests and measurements are left out: they look into every room. */
final class TheHouse {
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/bench/") && !location.contains("/conformance/"))
            .importPackages("dev.mayfly");

    private TheHouse() {}
}
