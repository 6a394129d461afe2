package dev.mayfly.app.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * Turns a page's links to documents into links to pages, and notes those that lead nowhere. A link to a file of
 * the repository that is not on the site keeps its words and loses its target.
 */
final class Links extends AbstractVisitor {
    private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

    private final Path repository;
    private final Map<String, Page> pages;
    private final Set<String> files;
    private final Page from;
    private final List<String> broken;

    Links(Path repository, Map<String, Page> pages, Set<String> files, Page from, List<String> broken) {
        this.repository = repository;
        this.pages = pages;
        this.files = files;
        this.from = from;
        this.broken = broken;
    }

    @Override
    public void visit(Link link) {
        visitChildren(link);
        String address = resolved(link.getDestination());
        if (address.isEmpty()) {
            unwrap(link);
        } else {
            link.setDestination(address);
        }
    }

    @Override
    public void visit(Image image) {
        String address = resolved(image.getDestination());
        if (!address.isEmpty()) {
            image.setDestination(address);
        }
    }

    /** Empty if the site has nothing there. */
    private String resolved(String destination) {
        if (SCHEME.matcher(destination).matches()) {
            return destination;
        }
        int hash = destination.indexOf('#');
        String path = hash < 0 ? destination : destination.substring(0, hash);
        String fragment = hash < 0 ? "" : destination.substring(hash + 1);
        String target = path.isEmpty() ? from.source() : target(path);
        Page page = pages.getOrDefault(target, pages.get(target + "/" + Page.README));
        if (page != null) {
            if (!fragment.isEmpty() && !page.anchors().containsValue(fragment)) {
                broken.add(from.source() + ": " + page.source() + " has no heading #" + fragment);
            }
            return from.root() + page.address() + (fragment.isEmpty() ? "" : "#" + fragment);
        }
        if (files.contains(target)) {
            return from.root() + target;
        }
        if (target.startsWith("..") || !Files.exists(repository.resolve(target))) {
            broken.add(from.source() + ": " + destination + " leads nowhere");
        }
        return "";
    }

    private String target(String path) {
        Path resolved = Path.of(from.source()).resolveSibling(path).normalize();
        return resolved.toString().replace('\\', '/');
    }

    private static void unwrap(Link link) {
        for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
            link.insertBefore(child);
        }
        link.unlink();
    }
}
