package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** That the page about a face says what the tests beside this one say, and nothing else. */
public abstract class FacePage {
    private final DocsPage page;
    private final String original;
    private final List<Class<?>> classes;

    /**
     * Looks at the classes of its own package.
     *
     * @param page where it lies
     * @param original what the face speaks for
     */
    protected FacePage(String page, String original) {
        this.page = new DocsPage(page);
        this.original = original;
        this.classes = ReflectionSupport.findAllClassesInPackage(
                        getClass().getPackageName(), type -> type.isAnnotationPresent(Rows.class), _ -> true)
                .stream()
                .sorted(Comparator.comparing(Class::getName))
                .toList();
    }

    /** The parts of the page that are no tables of rows. */
    protected abstract Set<String> lists();

    /** The classes whose tests are rows. */
    protected final List<Class<?>> classes() {
        return classes;
    }

    protected final void check(String part, String expected) {
        page.check(part, expected);
    }

    protected final List<Row> rows(Predicate<Class<?>> ofWhich) {
        return classes.stream()
                .filter(ofWhich)
                .flatMap(tests -> RowTable.of(tests).rows().stream())
                .toList();
    }

    protected static String code(Collection<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    /** A line of the table that counts what is here, and names what is not. */
    protected static <T> String count(String what, List<T> all, Predicate<T> isHere, Function<T, String> name) {
        List<T> missing = all.stream().filter(isHere.negate()).toList();
        return "| " + what + " | " + (all.size() - missing.size()) + " | " + all.size() + " | "
                + missing.stream().map(name).collect(Collectors.joining(", ")) + " |\n";
    }

    @TestFactory
    Stream<DynamicTest> tableOfThePageIsThatOfTheTests() {
        return each(tests -> {
            RowTable table = RowTable.of(tests);
            page.check(table.name(), table.markdown(original));
        });
    }

    @TestFactory
    Stream<DynamicTest> everyRowIsATestAndEveryTestIsARow() {
        return each(tests -> {
            Set<Integer> numbers = new HashSet<>();
            for (Method method : tests.getDeclaredMethods()) {
                boolean isRow = method.isAnnotationPresent(Row.class);
                assertEquals(isRow, AnnotationSupport.isAnnotated(method, Testable.class), method::toString);
                assertTrue(
                        !isRow || numbers.add(RowTable.row(method).number()),
                        () -> "a second row of this number: " + method);
            }
            assertTrue(!numbers.isEmpty(), "no row");
        });
    }

    private Stream<DynamicTest> each(Consumer<Class<?>> check) {
        return classes.stream().map(tests -> dynamicTest(tests.getSimpleName(), () -> check.accept(tests)));
    }

    @Test
    void pageHasNoOtherTables() {
        Set<String> names =
                classes.stream().map(tests -> RowTable.of(tests).name()).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(classes.size(), names.size(), "two classes for one table");
        names.addAll(lists());
        assertEquals(names, page.parts());
    }
}
