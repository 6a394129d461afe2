package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.language.function.Functions;
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
final class CosmosPageTest {
    private static final DocsPage PAGE = new DocsPage("docs/faces/cosmos.md");
    private static final Set<String> LISTS = Set.of("counts", "operations", "language", "functions");

    static List<Class<?>> classes() {
        return ReflectionSupport.findAllClassesInPackage(
                        CosmosPageTest.class.getPackageName(), type -> type.isAnnotationPresent(Rows.class), _ -> true)
                .stream()
                .sorted((left, right) -> left.getName().compareTo(right.getName()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("classes")
    void tableOfThePageIsThatOfTheTests(Class<?> tests) {
        RowTable table = RowTable.of(tests);
        PAGE.check(table.name(), table.markdown("the service"));
    }

    @Test
    void operationsOfThePageAreThoseThatAreTried() {
        PAGE.check("operations", OperationTour.markdown());
    }

    @Test
    void languageOfThePageIsThatWhichIsTried() {
        PAGE.check("language", language());
    }

    private static String language() {
        StringBuilder table = new StringBuilder("| feature | tried as | here |\n|---|---|---|\n");
        for (GrammarTour.Feature feature : GrammarTour.read().features()) {
            table.append("| ").append(RowTable.cell(feature.name()));
            table.append(" | `").append(RowTable.cell(feature.query()));
            table.append("` | ")
                    .append(feature.isThere() ? "yes" : "400, and why")
                    .append(" |\n");
        }
        return table.toString();
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
        line(counts, "operations", OperationTour.all(), OperationTour.Operation::isSupported, each -> each.name());
        line(
                counts,
                "features of the query language",
                GrammarTour.read().features(),
                GrammarTour.Feature::isThere,
                each -> each.name());
        Set<String> missing = Functions.unsupported();
        int functions = Functions.names().size();
        counts.append(
                "| functions | " + functions + " | " + (functions + missing.size()) + " | " + code(missing) + " |\n");
        List<Row> lifetimes = rows(tests -> tests.getSimpleName().startsWith("Ttl"));
        line(counts, "rules of time to live", lifetimes, each -> each.missing().isEmpty(), Row::missing);
        List<Row> rows = rows(_ -> true);
        long alike = rows.stream().filter(row -> row.unlike().isEmpty()).count();
        counts.append("| rows of the tables on this page that are tests and pass | " + rows.size() + " | " + rows.size()
                + " | |\n");
        counts.append("| of these as the service to the letter | " + alike + " | " + rows.size()
                + " | each says what is different |\n");
        PAGE.check("counts", counts.toString());
    }

    private static List<Row> rows(Predicate<Class<?>> ofWhich) {
        return classes().stream()
                .filter(ofWhich)
                .flatMap(tests -> RowTable.of(tests).rows().stream())
                .toList();
    }

    private static <T> void line(
            StringBuilder counts, String what, List<T> all, Predicate<T> isHere, Function<T, String> name) {
        List<T> missing = all.stream().filter(isHere.negate()).toList();
        counts.append("| " + what + " | " + (all.size() - missing.size()) + " | " + all.size() + " | "
                + missing.stream().map(name).collect(Collectors.joining(", ")) + " |\n");
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
