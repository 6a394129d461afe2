package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The figures that a profile shows of the operators of a query. */
final class OperatorTimingsTest {
    /** A clock on which a microsecond passes with each reading. */
    private static final class SteppingClock implements Clock {
        private long readings;

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long tickNanos() {
            return 1_000 * readings++;
        }
    }

    private final QueryFixture fixture = new QueryFixture();

    @BeforeEach
    void fill() {
        for (int i = 0; i < 10; i++) {
            fixture.put("default", "k" + i, "{\"n\":" + i + ",\"l\":[1,2]}");
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Returns the operators, each with the numbers of its rows; of one with a time a star behind. */
    private List<String> measured(String query) {
        List<String> operators = new ArrayList<>();
        add(fixture.timings(query, new SteppingClock()), operators);
        return operators;
    }

    private static void add(N1qlValue operator, List<String> operators) {
        if (operator.field("~children") instanceof N1qlArray children) {
            children.forEach(child -> add(child, operators));
            return;
        }
        N1qlValue stats = operator.field("#stats");
        String time = stats.field("execTime") instanceof N1qlString ? " *" : "";
        operators.add(((N1qlString) operator.field("#operator")).stringValue() + " " + number(stats, "#itemsIn") + " "
                + number(stats, "#itemsOut") + time);
    }

    private static String number(N1qlValue stats, String name) {
        N1qlValue number = stats.field(name);
        return number.isMissing() ? "-" : number.toString();
    }

    /** A scan asks what it can of the conditions, so that their rows are those that pass. */
    @Test
    void eachOperatorTellsItsRowsAndItsTime() {
        assertEquals(
                List.of(
                        "PrimaryScan3 1 6 *",
                        "Fetch 6 6",
                        "Filter 6 6 *",
                        "InitialProject 6 6 *",
                        "Order 6 2 *",
                        "Limit - -",
                        "Stream 2 2 *"),
                measured("SELECT n FROM default WHERE n + 0 > 3 ORDER BY n DESC LIMIT 2"));
    }

    @Test
    void groupsAndJoinsAreMeasuredToo() {
        assertEquals(
                List.of(
                        "PrimaryScan3 1 10 *",
                        "Fetch 10 10",
                        "Unnest 10 20 *",
                        "InitialGroup 20 2 *",
                        "FinalGroup 2 2",
                        "InitialProject 2 2 *",
                        "Stream 2 2 *"),
                measured("SELECT u, COUNT(*) AS c FROM default AS d UNNEST d.l AS u GROUP BY u"));
    }

    @Test
    void timesOfTheOperatorsAreTheirOwn() {
        N1qlValue timings = fixture.timings("SELECT n FROM default", new SteppingClock());
        assertTrue(
                timings.toString().contains("\"#stats\":{\"#itemsIn\":1,\"#itemsOut\":10,\"execTime\":\""),
                timings.toString());
    }
}
