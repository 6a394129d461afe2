package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something a filter requires of the values at one path, in the terms of an index over it.
 *
 * @param path from the root of the document
 * @param intervals where such values lie
 * @param scopes the $elemMatch it stands in, outermost first: what shares one speaks of one element
 */
public record Predicate(FieldPath path, Intervals intervals, List<Scope> scopes) {
    /** One $elemMatch over the objects in the array at a path. Compared by identity. */
    static final class Scope {
        private final FieldPath path;

        Scope(FieldPath path) {
            this.path = path;
        }
    }

    /**
     * Returns the predicates that a filter requires; alternatives that it merely allows give none.
     *
     * @param index the collation by which texts lie in the index
     */
    public static List<Predicate> of(MongoFilter filter, Collation index) {
        Found found = new Found(index, new ArrayList<>());
        collect(filter, null, List.of(), found);
        return found.predicates;
    }

    private record Found(Collation index, List<Predicate> predicates) {
        Found nothing() {
            return new Found(index, new ArrayList<>());
        }
    }

    private static void collect(MongoFilter filter, @Nullable FieldPath prefix, List<Scope> scopes, Found out) {
        switch (filter) {
            case MongoFilter.AllOf all -> all.filters().forEach(each -> collect(each, prefix, scopes, out));
            case MongoFilter.AtPath at -> atPath(join(prefix, at.path()), at.test(), scopes, out);
            case MongoFilter.AnyOf any -> anyOf(any, prefix, scopes, out);
            case MongoFilter.Not _,
                    MongoFilter.Conforms _,
                    MongoFilter.Computed _,
                    MongoFilter.Near _,
                    MongoFilter.Text _,
                    MongoFilter.Where _,
                    MongoFilter.Expires _ -> {}
        }
    }

    private static FieldPath join(@Nullable FieldPath prefix, FieldPath path) {
        if (prefix == null) {
            return path;
        }
        List<String> names = new ArrayList<>(prefix.names());
        names.addAll(path.names());
        return new FieldPath(names);
    }

    private static void atPath(FieldPath path, ValueTest test, List<Scope> scopes, Found out) {
        if (test instanceof ValueTest.AnyObject object) {
            List<Scope> inner = new ArrayList<>(scopes);
            inner.add(new Scope(path));
            collect(object.filter(), path, List.copyOf(inner), out);
            return;
        }
        Intervals intervals = Intervals.of(test, out.index);
        if (intervals != null && !(intervals.includeMissing() && hasPosition(path))) {
            out.predicates.add(new Predicate(path, intervals, scopes));
        }
    }

    /**
     * Returns whether a name after the first may mean a position: an element without it is not in the index as missing.
     */
    public static boolean hasPosition(FieldPath path) {
        for (int i = 1; i < path.names().size(); i++) {
            if (path.position(i) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** A path that every branch speaks of can be anywhere one of them allows. */
    private static void anyOf(MongoFilter.AnyOf any, @Nullable FieldPath prefix, List<Scope> scopes, Found out) {
        Map<FieldPath, Intervals> unions = null;
        for (MongoFilter branch : any.filters()) {
            Found found = out.nothing();
            collect(branch, prefix, List.of(), found);
            Map<FieldPath, Intervals> either = new LinkedHashMap<>();
            for (Predicate each : found.predicates) {
                either.putIfAbsent(each.path, each.intervals);
            }
            unions = unions == null ? either : unionOf(unions, either);
        }
        if (unions != null) {
            unions.forEach((path, union) -> out.predicates.add(new Predicate(path, union, scopes)));
        }
    }

    private static Map<FieldPath, Intervals> unionOf(Map<FieldPath, Intervals> some, Map<FieldPath, Intervals> more) {
        Map<FieldPath, Intervals> unions = new LinkedHashMap<>();
        some.forEach((path, intervals) -> {
            Intervals other = more.get(path);
            if (other != null) {
                unions.put(path, intervals.union(other));
            }
        });
        return unions;
    }

    /** Groups predicates by path, in the order of the filter. */
    public static Map<FieldPath, List<Predicate>> byPath(List<Predicate> predicates) {
        Map<FieldPath, List<Predicate>> byPath = new LinkedHashMap<>();
        for (Predicate each : predicates) {
            byPath.computeIfAbsent(each.path, _ -> new ArrayList<>()).add(each);
        }
        return byPath;
    }

    /**
     * Returns whether both hold of the same key of an index with arrays in it. They do when no array can stand above
     * both but below the element that a shared $elemMatch refers to.
     */
    public boolean standsBeside(Predicate other) {
        int base = 0;
        for (int i = 0; i < Math.min(scopes.size(), other.scopes.size()); i++) {
            if (scopes.get(i) == other.scopes.get(i)) {
                base = scopes.get(i).path.names().size();
            }
        }
        return !path.names().get(base).equals(other.path.names().get(base));
    }
}
