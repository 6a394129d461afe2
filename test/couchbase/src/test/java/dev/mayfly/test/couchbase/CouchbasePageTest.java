package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.function.Functions;
import dev.mayfly.test.harness.DocsPage;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.RowTable;
import dev.mayfly.test.harness.Rows;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** The page about this face says what the tests say, and nothing beside. */
final class CouchbasePageTest {
    private static final DocsPage PAGE = new DocsPage("docs/faces/couchbase.md");
    private static final Set<String> LISTS = Set.of("counts", "opcodes", "calls", "statements", "functions");

    static List<Class<?>> classes() {
        return ReflectionSupport.findAllClassesInPackage(
                        CouchbasePageTest.class.getPackageName(),
                        type -> type.isAnnotationPresent(Rows.class),
                        _ -> true)
                .stream()
                .sorted((left, right) -> left.getName().compareTo(right.getName()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("classes")
    void tableOfThePageIsThatOfTheTests(Class<?> tests) {
        RowTable table = RowTable.of(tests);
        PAGE.check(table.name(), table.markdown("the server"));
    }

    @Test
    void opcodesOfThePageAreThoseThatAreTried() {
        PAGE.check("opcodes", OpcodeTour.markdown());
    }

    @Test
    void callsOfThePageAreThoseThatAreTried() {
        PAGE.check("calls", RestTour.markdown());
    }

    @Test
    void statementsOfThePageAreThoseThatAreTried() {
        PAGE.check("statements", QueryTour.markdown());
    }

    @Test
    void functionsOfThePageAreThoseThatThereAre() {
        PAGE.check("functions", code(Functions.names()) + "\n");
    }

    private static String code(Collection<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    @Test
    void countsOfThePageAreThoseOfTheTests() {
        StringBuilder counts = new StringBuilder("| | here | of | not here |\n|---|---|---|---|\n");
        line(counts, "opcodes", OpcodeTour.all(), OpcodeTour.Entry::isSupported, each -> each.name());
        line(counts, "REST calls", RestTour.all(), RestTour.Call::isSupported, each -> each.name());
        line(counts, "features of N1QL", QueryTour.all(), QueryTour.Feature::isSupported, each -> each.name());
        counts.append("| functions | ").append(Functions.names().size()).append(" | | |\n");
        List<Row> rows = classes().stream()
                .flatMap(tests -> RowTable.of(tests).rows().stream())
                .toList();
        long alike = rows.stream().filter(row -> row.unlike().isEmpty()).count();
        counts.append("| rules of expiry | ")
                .append(rows.size())
                .append(" | ")
                .append(rows.size())
                .append(" | |\n| of these as the server to the letter | ")
                .append(alike)
                .append(" | ")
                .append(rows.size())
                .append(" | each says what is different |\n");
        PAGE.check("counts", counts.toString());
    }

    private static <T> void line(
            StringBuilder counts, String what, List<T> all, Predicate<T> isHere, Function<T, String> name) {
        List<T> missing = all.stream().filter(isHere.negate()).toList();
        counts.append("| ").append(what).append(" | ").append(all.size() - missing.size());
        counts.append(" | ").append(all.size()).append(" | ");
        counts.append(missing.stream().map(name).collect(Collectors.joining(", ")))
                .append(" |\n");
    }

    @Test
    void pageHasNoOtherTables() {
        Set<String> names = classes().stream()
                .map(tests -> RowTable.of(tests).name())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(classes().size(), names.size(), "two classes for one table");
        names.addAll(LISTS);
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
