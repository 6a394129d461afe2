package dev.mayfly.app.console.view;

import dev.mayfly.engine.catalog.CollectionName;

/** Names of collections as requests and answers of the admin API write them. */
public final class CollectionNames {
    private CollectionNames() {}

    /** Returns the name with its face and database, such as {@code mongo/shop/carts}. */
    public static String text(CollectionName name) {
        return name.face() + "/" + name.database() + "/" + name.collection();
    }
}
