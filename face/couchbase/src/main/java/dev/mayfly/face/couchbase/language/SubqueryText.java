package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Source;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a query inside of an expression as the service shows it; names stay as the statement has them. */
final class SubqueryText {
    private SubqueryText() {}

    static String of(N1qlQuery query) {
        return (query.with().isEmpty() ? "" : "WITH " + list(query.with(), SubqueryText::with))
                + term(query.term())
                + (query.orderBy().isEmpty() ? "" : "  ORDER BY " + list(query.orderBy(), SubqueryText::sort))
                + clause(" limit ", query.limit())
                + clause(" offset ", query.offset());
    }

    private static <T> String list(List<T> parts, Function<T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", "));
    }

    private static String clause(String word, @Nullable N1qlExpression expression) {
        return expression == null ? "" : word + ExpressionText.of(expression);
    }

    private static String alias(String word, @Nullable String name) {
        return name == null ? "" : word + ExpressionText.name(name);
    }

    private static String with(N1qlQuery.With with) {
        return ExpressionText.name(with.name()) + " AS ( " + ExpressionText.of(with.value()) + " ) ";
    }

    private static String sort(N1qlQuery.Sort sort) {
        String nulls = "";
        if (sort.nullsLast() != null && sort.nullsLast() != sort.descending()) {
            nulls = sort.nullsLast() ? " NULLS LAST" : " NULLS FIRST";
        }
        return ExpressionText.of(sort.value()) + (sort.descending() ? " DESC" : "") + nulls;
    }

    private static String term(N1qlQuery.Term term) {
        return switch (term) {
            case N1qlQuery.Select select -> select(select);
            case N1qlQuery.Nested(N1qlQuery query) -> "(" + of(query) + ")";
            case N1qlQuery.Combined(N1qlQuery.Term first, List<N1qlQuery.Part> others) -> {
                StringBuilder all = new StringBuilder(term(first));
                for (N1qlQuery.Part part : others) {
                    all.append(' ').append(part.operator().name().toLowerCase(Locale.ROOT));
                    all.append(part.all() ? " all " : " ").append(term(part.term()));
                }
                yield all.toString();
            }
        };
    }

    private static String select(N1qlQuery.Select select) {
        N1qlQuery.Grouping grouping = select.grouping();
        return "select "
                + (select.distinct() ? "distinct " : "")
                + projection(select.projection())
                + (select.from().isEmpty() ? "" : " from " + sources(select.from()))
                + (select.let().isEmpty() ? "" : " let " + list(select.let(), SubqueryText::binding))
                + clause(" where ", select.where())
                + (grouping == null ? "" : " " + grouping(grouping));
    }

    private static String projection(N1qlQuery.Projection projection) {
        return switch (projection) {
            case N1qlQuery.Raw(N1qlExpression value) -> "raw " + ExpressionText.of(value);
            case N1qlQuery.Listed(List<N1qlQuery.Result> results, List<N1qlExpression> excluded) ->
                list(results, SubqueryText::result)
                        + (excluded.isEmpty() ? "" : " exclude " + list(excluded, ExpressionText::of));
        };
    }

    private static String result(N1qlQuery.Result result) {
        return switch (result) {
            case N1qlQuery.Everything _ -> "*";
            case N1qlQuery.FieldsOf(N1qlExpression value) -> ExpressionText.of(value) + ".*";
            case N1qlQuery.Named(N1qlExpression value, String name) -> ExpressionText.of(value) + alias(" as ", name);
        };
    }

    private static String binding(N1qlQuery.Binding binding) {
        return ExpressionText.name(binding.name()) + " = " + ExpressionText.of(binding.value());
    }

    private static String grouping(N1qlQuery.Grouping grouping) {
        return (grouping.keys().isEmpty() ? "" : " group by " + list(grouping.keys(), SubqueryText::result))
                + (grouping.groupAs() == null ? "" : " GROUP AS " + grouping.groupAs())
                + (grouping.letting().isEmpty() ? "" : " letting " + list(grouping.letting(), SubqueryText::binding))
                + clause(" having ", grouping.having());
    }

    /** Writes terms of FROM, each with how it is joined to those before it. */
    static String sources(List<Source> sources) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (i > 0) {
                all.append(word(source.link()));
            }
            all.append(origin(source)).append(condition(source.link()));
        }
        return all.toString();
    }

    private static String word(Source.Link link) {
        return switch (link) {
            case Source.Cross _ -> ", ";
            case Source.On(Source.Side side, boolean nest, N1qlExpression _) -> side(side) + joined(nest);
            case Source.OnKeys(Source.Side side, boolean nest, N1qlExpression _) -> side(side) + joined(nest);
            case Source.OnKeyFor(Source.Side side, boolean nest, N1qlExpression _, String _) ->
                side(side) + joined(nest);
            case Source.Unnest(Source.Side side) -> side(side) + "unnest ";
        };
    }

    private static String side(Source.Side side) {
        return side == Source.Side.INNER ? " " : " " + side.name().toLowerCase(Locale.ROOT) + " outer ";
    }

    private static String joined(boolean nest) {
        return nest ? "nest " : "join ";
    }

    private static String condition(Source.Link link) {
        return switch (link) {
            case Source.Cross _, Source.Unnest _ -> "";
            case Source.On(var _, var _, N1qlExpression condition) -> " on " + ExpressionText.of(condition);
            case Source.OnKeys(var _, var _, N1qlExpression keys) -> " on keys " + ExpressionText.of(keys);
            case Source.OnKeyFor(var _, var _, N1qlExpression key, String of) ->
                " on key " + ExpressionText.of(key) + " for " + of;
        };
    }

    /** Two words are a field of a value. */
    private static String keyspace(KeyspaceName name) {
        if (name.namespace() == null && name.parts().size() == 2) {
            return "(" + name.parts().stream().map(ExpressionText::name).collect(Collectors.joining(".")) + ")";
        }
        return ExpressionText.name(name.namespace() == null ? "default" : name.namespace())
                + ":"
                + name.parts().stream().map(ExpressionText::name).collect(Collectors.joining("."));
    }

    private static String origin(Source source) {
        String named = source.named() ? alias(" as ", source.alias()) : "";
        return switch (source.origin()) {
            case Source.Keyspace(KeyspaceName name) -> keyspace(name) + named;
            case Source.ParameterKeyspace(N1qlExpression.Parameter parameter) -> ExpressionText.of(parameter) + named;
            case Source.Computed(N1qlExpression value)
            when value instanceof N1qlExpression.Identifier -> "(" + ExpressionText.of(value) + ")" + named;
            case Source.Computed(N1qlExpression value) -> ExpressionText.of(value) + named;
        };
    }
}
