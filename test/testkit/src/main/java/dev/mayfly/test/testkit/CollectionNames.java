package dev.mayfly.test.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates what a test calls collections and documents into those of the admin API. */
final class CollectionNames {
    private final AdminClient admin;

    CollectionNames(AdminClient admin) {
        this.admin = admin;
    }

    /** A collection as the admin API names it. */
    record FullName(String face, String database, String collection) {
        static FullName of(JsonTree view) {
            return new FullName(view.text("face"), view.text("database"), view.text("collection"));
        }

        String path() {
            return "/api/v1/collections/" + face + "/" + AdminClient.encoded(database) + "/"
                    + AdminClient.encoded(collection);
        }

        /** As tests call it. */
        String called() {
            return database + "." + collection;
        }

        boolean isCalled(String name) {
            return name.equals(called()) || name.equals(face + "/" + called());
        }

        /** The text of a key as the face's clients would write it. */
        String keyText(Object id) {
            return face.equals(MayflyFace.MONGO.word()) ? extendedJson(id) : id.toString();
        }

        /** Returns true if the text of a key stands for this id; of an item also its id alone. */
        boolean isOf(String key, Object id) {
            if (face.equals(MayflyFace.COUCHBASE.word())) {
                return key.equals(id.toString());
            }
            JsonTree found = JsonTree.read(key);
            if (face.equals(MayflyFace.COSMOS.word()) && !id.toString().startsWith("[")) {
                List<JsonTree> parts = found.items();
                return !parts.isEmpty()
                        && id.toString().equals(parts.get(parts.size() - 1).value());
            }
            return found.equals(JsonTree.read(keyText(id)));
        }
    }

    FullName find(String called) {
        List<FullName> found = new ArrayList<>();
        @Nullable String next = "";
        while (next != null) {
            JsonTree page = admin.get("/api/v1/collections" + AdminClient.query(Map.of("after", next)));
            page.items("items").stream()
                    .map(FullName::of)
                    .filter(name -> name.isCalled(called))
                    .forEach(found::add);
            next = page.text("next").isEmpty() ? null : page.text("next");
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    found.isEmpty() ? "there is no collection " + called : called + " may be any of " + found);
        }
        return found.get(0);
    }

    private static String extendedJson(Object id) {
        if (id instanceof CharSequence text) {
            return JsonTree.quoted(text.toString());
        }
        // The driver is the test's, and this artifact does not depend on it.
        return id.getClass().getName().equals("org.bson.types.ObjectId") ? "{\"$oid\": \"" + id + "\"}" : id.toString();
    }
}
