package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.mayfly.test.harness.DocsPage;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.RowTable;
import dev.mayfly.test.harness.Rows;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** The page about this face says what the tests say, and nothing beside. */
final class MongoPageTest {
    private static final DocsPage PAGE = new DocsPage("docs/faces/mongo.md");
    private static final String COMMANDS = "commands";
    private static final String COUNTS = "counts";
    private static final String ROLES = "roles";

    static List<Class<?>> classes() {
        return new ClassFileImporter()
                .importPackages(MongoPageTest.class.getPackageName()).stream()
                        .filter(type -> type.isAnnotatedWith(Rows.class))
                        .<Class<?>>map(JavaClass::reflect)
                        .toList();
    }

    @ParameterizedTest
    @MethodSource("classes")
    void tableOfThePageIsThatOfTheTests(Class<?> tests) {
        RowTable table = RowTable.of(tests);
        PAGE.check(table.name(), table.markdown("MongoDB"));
    }

    @Test
    void commandsOfThePageAreThoseThatTheDriverTries() {
        PAGE.check(COMMANDS, CommandTour.markdown());
    }

    @Test
    void rolesOfThePageAreThoseThatAreTried() {
        PAGE.check(ROLES, RoleMatrix.markdown());
    }

    static Set<String> kinds() {
        return LanguageTour.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void languageOfThePageIsThatWhichTheDriverTries(String kind) {
        PAGE.check(kind, LanguageTour.markdown(LanguageTour.all().getOrDefault(kind, List.of())));
    }

    @Test
    void countsOfThePageAreThoseOfTheTests() {
        PAGE.check(COUNTS, Counts.markdown(classes()));
    }

    @Test
    void pageHasNoOtherTables() {
        Set<String> names = classes().stream()
                .map(tests -> RowTable.of(tests).name())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(classes().size(), names.size(), "two classes for one table");
        names.add(COMMANDS);
        names.add(COUNTS);
        names.addAll(kinds());
        names.add(ROLES);
        assertEquals(names, PAGE.parts());
    }

    @ParameterizedTest
    @MethodSource("classes")
    void everyRowIsATestAndEveryTestIsARow(Class<?> tests) {
        Set<Integer> numbers = new HashSet<>();
        for (Method method : tests.getDeclaredMethods()) {
            boolean isRow = method.isAnnotationPresent(Row.class);
            assertEquals(isRow, AnnotationSupport.isAnnotated(method, Testable.class), method::toString);
            assertTrue(
                    !isRow || numbers.add(RowTable.row(method).number()),
                    () -> "a second row of this number: " + method);
        }
        assertTrue(Stream.of(tests.getDeclaredMethods()).anyMatch(method -> method.isAnnotationPresent(Row.class)));
    }
}
