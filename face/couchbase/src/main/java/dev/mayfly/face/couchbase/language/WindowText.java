package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a window function as the service shows it. */
final class WindowText {
    private WindowText() {}

    static String of(N1qlExpression.WindowFunction function) {
        boolean counted = function.arguments().isEmpty() && function.function().equals("COUNT");
        return function.function().toLowerCase(Locale.ROOT)
                + (function.distinct() ? "(DISTINCT " : "(")
                + (counted ? "*" : list(function.arguments()))
                + ")"
                + (function.filter() == null ? "" : " FILTER (WHERE " + ExpressionText.of(function.filter()) + ")")
                + (function.fromLast() ? " FROM LAST" : "")
                + (function.ignoreNulls() ? " IGNORE NULLS" : "")
                + " OVER ("
                + window(function.window())
                + ")";
    }

    private static String list(List<N1qlExpression> expressions) {
        return expressions.stream().map(ExpressionText::of).collect(Collectors.joining(", "));
    }

    /** PARTITION BY terms are written sorted, since their order means nothing. */
    private static String window(WindowTerm window) {
        StringBuilder out = new StringBuilder();
        if (!window.partitionBy().isEmpty()) {
            out.append("PARTITION BY ")
                    .append(window.partitionBy().stream()
                            .map(ExpressionText::of)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        if (!window.orderBy().isEmpty()) {
            out.append(" ORDER BY ")
                    .append(window.orderBy().stream().map(WindowText::sort).collect(Collectors.joining(", ")));
        }
        return out.append(window.frame() == null ? "" : frame(window.frame())).toString();
    }

    private static String sort(N1qlQuery.Sort sort) {
        String nulls = "";
        if (sort.nullsLast() != null && sort.nullsLast() != sort.descending()) {
            nulls = sort.nullsLast() ? " NULLS LAST" : " NULLS FIRST";
        }
        return ExpressionText.of(sort.value()) + (sort.descending() ? " DESC" : "") + nulls;
    }

    private static String frame(WindowTerm.Frame frame) {
        String exclusion =
                frame.exclusion() == WindowTerm.Exclusion.NO_OTHERS ? "" : " EXCLUDE " + words(frame.exclusion());
        String start = bound(frame.start());
        return " " + frame.unit() + (frame.end() == null ? start : " BETWEEN" + start + " AND" + bound(frame.end()))
                + exclusion;
    }

    private static String bound(WindowTerm.Bound bound) {
        @Nullable N1qlExpression offset = bound.offset();
        return (offset == null ? " " : " " + ExpressionText.of(offset) + " ") + words(bound.kind());
    }

    private static String words(Enum<?> word) {
        return word.name().replace('_', ' ');
    }
}
