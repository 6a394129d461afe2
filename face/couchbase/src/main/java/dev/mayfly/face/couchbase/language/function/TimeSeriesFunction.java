package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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

    static void addTo(FunctionTable table) {
        table.any("_TIMESERIES", 1, 2, TimeSeriesFunction::points);
    }

    private static Value points(Value[] arguments) {
        Value given = arguments.length == 2 ? arguments[1] : Values.EMPTY_OBJECT;
        if (!(given instanceof ObjectValue object)) {
            throw QueryException.evaluation("Second argument must be OBJECT.");
        }
        Value data = at(arguments[0], object, "ts_data");
        Value interval = at(arguments[0], object, "ts_interval");
        Value start = at(arguments[0], object, "ts_start");
        Value end = at(arguments[0], object, "ts_end");
        boolean regular = FunctionTable.isLong(interval) && FunctionTable.longOf(interval) >= 0;
        if (!(data instanceof ArrayValue array)
                || !(regular || interval.isMissing())
                || !FunctionTable.isLong(start)
                || !FunctionTable.isLong(end)) {
            return Values.NULL;
        }
        List<Range> ranges = ranges(object.field("ts_ranges"));
        Range whole = new Range(FunctionTable.longOf(start), FunctionTable.longOf(end));
        if (whole.from > whole.last || ranges.stream().noneMatch(whole::overlaps)) {
            return Values.EMPTY_ARRAY;
        }
        long step = regular ? FunctionTable.longOf(interval) : 0;
        return points(array, whole.from, step, ranges, object.field("ts_project"));
    }

    private static Value points(ArrayValue data, long start, long step, List<Range> ranges, Value project) {
        List<Value> points = new ArrayList<>();
        long time = start;
        for (Value point : data) {
            List<Value> values = point instanceof ArrayValue array ? array.elements() : List.of(point);
            if (step > 0) {
                add(time, values, ranges, project, points);
                time += step;
            } else if (point instanceof ArrayValue && !values.isEmpty() && FunctionTable.isLong(values.getFirst())) {
                add(FunctionTable.longOf(values.getFirst()), values.subList(1, values.size()), ranges, project, points);
            }
        }
        return Values.array(points);
    }

    private static void add(long time, List<Value> values, List<Range> ranges, Value project, List<Value> points) {
        if (ranges.stream().noneMatch(range -> range.contains(time))) {
            return;
        }
        SequencedMap<String, Value> point = new LinkedHashMap<>();
        point.put("_t", Values.of(time));
        for (int i = 0; i < values.size(); i++) {
            if (isWanted(i, project)) {
                point.put("_v" + i, values.get(i));
            }
        }
        points.add(Values.object(point));
    }

    /** Whether a value of a point is asked for: all of them, one by its place, or some by theirs. */
    private static boolean isWanted(int place, Value project) {
        Value sought = Values.of(place);
        return project.isMissing()
                || project.equals(sought)
                || project instanceof ArrayValue array && array.elements().contains(sought);
    }

    /** What stands at the path that an option names; the option's own name is the path where it is not given. */
    private static Value at(Value document, ObjectValue options, String option) {
        Value path = options.field(option);
        if (path.isMissing()) {
            return document.field(option);
        }
        if (!(path instanceof StringValue text) || text.stringValue().isEmpty()) {
            throw QueryException.evaluation("'" + option + "' must be string in the second argument.");
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
    private static List<Range> ranges(Value given) {
        if (given.isMissing()) {
            return List.of(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
        }
        List<Range> ranges = new ArrayList<>();
        if (given instanceof ArrayValue array && array.element(0) instanceof ArrayValue) {
            for (Value each : array) {
                addRange(each, ranges);
            }
        } else {
            addRange(given, ranges);
        }
        return ranges;
    }

    private static void addRange(Value given, List<Range> ranges) {
        Value from = given.element(0);
        Value last = given.element(1);
        if (FunctionTable.isLong(from)
                && FunctionTable.isLong(last)
                && FunctionTable.longOf(from) <= FunctionTable.longOf(last)) {
            ranges.add(new Range(FunctionTable.longOf(from), FunctionTable.longOf(last)));
        }
    }
}
