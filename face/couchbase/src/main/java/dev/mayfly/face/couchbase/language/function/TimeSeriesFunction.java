package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The function {@code _TIMESERIES}: the points of a time series that a document holds as an array, each as an object of
 * its time {@code _t} and its values {@code _v0}, {@code _v1} and so on. With an interval the points have their times by
 * their places; without, each is an array that begins with its time.
 */
final class TimeSeriesFunction {
    private TimeSeriesFunction() {}

    static void addTo(N1qlFunctionTable table) {
        table.any("_TIMESERIES", 1, 2, TimeSeriesFunction::points);
    }

    private static N1qlValue points(N1qlValue[] arguments) {
        N1qlValue given = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_OBJECT;
        if (!(given instanceof N1qlObject object)) {
            throw N1qlException.evaluation("Second argument must be OBJECT.");
        }
        N1qlValue data = at(arguments[0], object, "ts_data");
        N1qlValue interval = at(arguments[0], object, "ts_interval");
        N1qlValue start = at(arguments[0], object, "ts_start");
        N1qlValue end = at(arguments[0], object, "ts_end");
        boolean regular = N1qlFunctionTable.isLong(interval) && N1qlFunctionTable.longOf(interval) >= 0;
        if (!(data instanceof N1qlArray array)
                || !(regular || interval.isMissing())
                || !N1qlFunctionTable.isLong(start)
                || !N1qlFunctionTable.isLong(end)) {
            return N1qlValues.NULL;
        }
        List<Range> ranges = ranges(object.field("ts_ranges"));
        Range whole = new Range(N1qlFunctionTable.longOf(start), N1qlFunctionTable.longOf(end));
        if (whole.from > whole.last || ranges.stream().noneMatch(whole::overlaps)) {
            return N1qlValues.EMPTY_ARRAY;
        }
        long step = regular ? N1qlFunctionTable.longOf(interval) : 0;
        return points(array, whole.from, step, ranges, object.field("ts_project"));
    }

    private static N1qlValue points(N1qlArray data, long start, long step, List<Range> ranges, N1qlValue project) {
        List<N1qlValue> points = new ArrayList<>();
        long time = start;
        for (N1qlValue point : data) {
            List<N1qlValue> values = point instanceof N1qlArray array ? array.elements() : List.of(point);
            if (step > 0) {
                add(time, values, ranges, project, points);
                time += step;
            } else if (point instanceof N1qlArray && !values.isEmpty() && N1qlFunctionTable.isLong(values.getFirst())) {
                add(
                        N1qlFunctionTable.longOf(values.getFirst()),
                        values.subList(1, values.size()),
                        ranges,
                        project,
                        points);
            }
        }
        return N1qlValues.array(points);
    }

    private static void add(
            long time, List<N1qlValue> values, List<Range> ranges, N1qlValue project, List<N1qlValue> points) {
        if (ranges.stream().noneMatch(range -> range.contains(time))) {
            return;
        }
        SequencedMap<String, N1qlValue> point = new LinkedHashMap<>();
        point.put("_t", N1qlValues.of(time));
        for (int i = 0; i < values.size(); i++) {
            if (isWanted(i, project)) {
                point.put("_v" + i, values.get(i));
            }
        }
        points.add(N1qlValues.object(point));
    }

    /** Returns whether a value of a point is selected: all of them, one by its place, or some by theirs. */
    private static boolean isWanted(int place, N1qlValue project) {
        N1qlValue sought = N1qlValues.of(place);
        return project.isMissing()
                || project.equals(sought)
                || project instanceof N1qlArray array && array.elements().contains(sought);
    }

    /** Returns the value at the path that an option names; the option's own name is the path where it is not given. */
    private static N1qlValue at(N1qlValue document, N1qlObject options, String option) {
        N1qlValue path = options.field(option);
        if (path.isMissing()) {
            return document.field(option);
        }
        if (!(path instanceof N1qlString text) || text.stringValue().isEmpty()) {
            throw N1qlException.evaluation("'" + option + "' must be string in the second argument.");
        }
        return ObjectFunctions.at(document, text.stringValue());
    }

    private record Range(long from, long last) {
        boolean contains(long time) {
            return from <= time && time <= last;
        }

        boolean overlaps(Range other) {
            return from <= other.last && other.from <= last;
        }
    }

    /** One range or several; nothing lies in one that is none. */
    private static List<Range> ranges(N1qlValue given) {
        if (given.isMissing()) {
            return List.of(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
        }
        List<Range> ranges = new ArrayList<>();
        if (given instanceof N1qlArray array && array.element(0) instanceof N1qlArray) {
            for (N1qlValue each : array) {
                addRange(each, ranges);
            }
        } else {
            addRange(given, ranges);
        }
        return ranges;
    }

    private static void addRange(N1qlValue given, List<Range> ranges) {
        N1qlValue from = given.element(0);
        N1qlValue last = given.element(1);
        if (N1qlFunctionTable.isLong(from)
                && N1qlFunctionTable.isLong(last)
                && N1qlFunctionTable.longOf(from) <= N1qlFunctionTable.longOf(last)) {
            ranges.add(new Range(N1qlFunctionTable.longOf(from), N1qlFunctionTable.longOf(last)));
        }
    }
}
