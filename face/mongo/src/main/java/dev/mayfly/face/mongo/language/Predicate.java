package dev.mayfly.face.mongo.language;

import dev.mayfly.base.document.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something a filter requires of the values at one path, in the terms of an index over it.
 *
 * @param path from the root of the document
 * @param intervals where such values lie
 * @param scopes the $elemMatch it stands in, outermost first: what shares one speaks of one element
 */
record Predicate(FieldPath path, Intervals intervals, List<Scope> scopes) {
    /** One $elemMatch over the objects in the array at a path. Compared by identity. */
    static final class Scope {
        private final FieldPath path;

        Scope(FieldPath path) {
            this.path = path;
        }
    }

    /** All that a filter requires; what it merely allows says nothing. */
    static List<Predicate> of(MongoFilter filter) {
        List<Predicate> predicates = new ArrayList<>();
        collect(filter, null, List.of(), predicates);
        return predicates;
    }

    private static void collect(
            MongoFilter filter, @Nullable FieldPath prefix, List<Scope> scopes, List<Predicate> out) {
        switch (filter) {
            case MongoFilter.AllOf all -> all.filters().forEach(each -> collect(each, prefix, scopes, out));
            case MongoFilter.AtPath at -> atPath(join(prefix, at.path()), at.test(), scopes, out);
            case MongoFilter.AnyOf any -> anyOf(any, prefix, scopes, out);
            case MongoFilter.Not _, MongoFilter.Computed _ -> {}
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

    private static void atPath(FieldPath path, ValueTest test, List<Scope> scopes, List<Predicate> out) {
        if (test instanceof ValueTest.AnyObject object) {
            List<Scope> inner = new ArrayList<>(scopes);
            inner.add(new Scope(path));
            collect(object.filter(), path, List.copyOf(inner), out);
            return;
        }
        Intervals intervals = Intervals.of(test);
        if (intervals != null && !(intervals.includeMissing() && hasPosition(path))) {
            out.add(new Predicate(path, intervals, scopes));
        }
    }

    /** Whether a name after the first may mean a position: an element without it is not in the index as missing. */
    static boolean hasPosition(FieldPath path) {
        for (int i = 1; i < path.names().size(); i++) {
            if (path.position(i) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** A path that every branch speaks of can be anywhere one of them allows. */
    private static void anyOf(
            MongoFilter.AnyOf any, @Nullable FieldPath prefix, List<Scope> scopes, List<Predicate> out) {
        List<List<Predicate>> branches = new ArrayList<>();
        for (MongoFilter branch : any.filters()) {
            List<Predicate> predicates = new ArrayList<>();
            collect(branch, prefix, List.of(), predicates);
            branches.add(predicates);
        }
        if (branches.isEmpty()) {
            return;
        }
        for (Predicate first : branches.getFirst()) {
            Intervals union = first.intervals;
            for (List<Predicate> branch : branches.subList(1, branches.size())) {
                Predicate same = at(first.path, branch);
                union = union == null || same == null ? null : union.union(same.intervals);
            }
            if (union != null) {
                out.add(new Predicate(first.path, union, scopes));
            }
        }
    }

    private static @Nullable Predicate at(FieldPath path, List<Predicate> predicates) {
        return predicates.stream()
                .filter(each -> each.path.equals(path))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether both hold of one key of an index with arrays in it. They do when no array can stand above both but below
     * the element that a shared $elemMatch speaks of.
     */
    boolean standsBeside(Predicate other) {
        int base = 0;
        for (int i = 0; i < Math.min(scopes.size(), other.scopes.size()); i++) {
            if (scopes.get(i) == other.scopes.get(i)) {
                base = scopes.get(i).path.names().size();
            }
        }
        return !path.names().get(base).equals(other.path.names().get(base));
    }
}
