package dev.mayfly.base.geo;

import com.google.common.geometry.S1Angle;
import com.google.common.geometry.S2Cap;
import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2CellId;
import com.google.common.geometry.S2LatLngRect;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import com.google.common.geometry.S2Polyline;
import com.google.common.geometry.S2Region;
import com.google.common.geometry.S2RegionCoverer;
import java.util.ArrayList;
import java.util.List;

/** The cells of S2 under which geometries stand in an index, and those under which a region has to look for them. */
public final class SphereCells {
    /*
     * A point stands under the smallest cell around it; a line or a polygon under a few cells that cover it, coarser ones
     * where it is large. A region is covered by cells, too. What it meets stands under a cell within one of these, or
     * under a larger one that contains one of these: thus a lookup is, for each cell of the region, the span of all
     * smaller cells in it and the single cells around it.
     *
     * The covering of what is stored must never change, since what a document was put under is not kept.
     */
    private static final S2RegionCoverer STORED =
            S2RegionCoverer.builder().setMaxLevel(18).setMaxCells(20).build();
    private static final S2RegionCoverer ASKED =
            S2RegionCoverer.builder().setMaxCells(24).build();

    /** By how much distances may differ by the way in which they are computed, in radians. */
    private static final double ROUNDING = 1e-12;

    private SphereCells() {}

    /** Returns the numbers of the cells under which a geometry stands in an index. */
    public static List<Long> ofStored(SphereGeometry geometry) {
        List<S2CellId> cells = new ArrayList<>();
        for (S2Point point : geometry.points()) {
            cells.add(S2CellId.fromPoint(point));
        }
        for (S2Polyline line : geometry.lines()) {
            cells.addAll(covering(STORED, line));
        }
        for (S2Polygon polygon : geometry.polygons()) {
            cells.addAll(covering(STORED, polygon));
        }
        return cells.stream().map(S2CellId::id).distinct().toList();
    }

    private static List<S2CellId> covering(S2RegionCoverer coverer, S2Region region) {
        ArrayList<S2CellId> cells = new ArrayList<>();
        coverer.getCovering(region, cells);
        return cells;
    }

    /** Returns the numbers under which all stand that meets the region, and others. */
    public static List<CellSpan> ofAsked(SphereRegion region) {
        List<S2CellId> cells = new ArrayList<>();
        switch (region) {
            case SphereGeometry geometry -> {
                for (S2Point point : geometry.points()) {
                    cells.add(S2CellId.fromPoint(point));
                }
                geometry.lines().forEach(line -> cells.addAll(covering(ASKED, line)));
                geometry.polygons().forEach(polygon -> cells.addAll(covering(ASKED, polygon)));
            }
            case SphereCap cap -> cells.addAll(covering(ASKED, cap(cap.center(), cap.radians())));
            case SphereLoop loop ->
                cells.addAll(covering(ASKED, loop.isLarger() ? new Outside(loop.smaller()) : loop.smaller()));
        }
        return spans(cells);
    }

    /** Returns the numbers under which all stand whose distance from a place lies between, in radians, and others. */
    public static List<CellSpan> between(SpherePoint center, double from, double until) {
        return spans(covering(
                ASKED,
                new Ring(
                        cap(center, Math.max(0, from - 2 * ROUNDING)),
                        from > 2 * ROUNDING,
                        cap(center, until + ROUNDING))));
    }

    private static S2Cap cap(SpherePoint center, double radians) {
        return radians >= Math.PI
                ? S2Cap.full()
                : S2Cap.fromAxisAngle(center.vector(), S1Angle.radians(radians + ROUNDING));
    }

    private static List<CellSpan> spans(List<S2CellId> cells) {
        List<CellSpan> spans = new ArrayList<>();
        for (S2CellId cell : cells) {
            spans.add(new CellSpan(cell.rangeMin().id(), cell.rangeMax().id()));
            for (int level = cell.level() - 1; level >= 0; level--) {
                spans.add(CellSpan.of(cell.parent(level).id()));
            }
        }
        return CellSpan.merged(spans);
    }

    /** All of the sphere but a polygon. */
    private record Outside(S2Polygon polygon) implements S2Region {
        @Override
        public S2Cap getCapBound() {
            return S2Cap.full();
        }

        @Override
        public S2LatLngRect getRectBound() {
            return S2LatLngRect.full();
        }

        @Override
        public boolean contains(S2Cell cell) {
            return !polygon.mayIntersect(cell);
        }

        @Override
        public boolean contains(S2Point point) {
            return !polygon.contains(point);
        }

        @Override
        public boolean mayIntersect(S2Cell cell) {
            return !polygon.contains(cell);
        }
    }

    /** What lies within one cap and not within a smaller one around the same place. */
    private record Ring(S2Cap inner, boolean isOpen, S2Cap outer) implements S2Region {
        @Override
        public S2Cap getCapBound() {
            return outer.getCapBound();
        }

        @Override
        public S2LatLngRect getRectBound() {
            return outer.getRectBound();
        }

        @Override
        public boolean contains(S2Cell cell) {
            return outer.contains(cell) && !(isOpen && inner.mayIntersect(cell));
        }

        @Override
        public boolean contains(S2Point point) {
            return outer.contains(point) && !(isOpen && inner.contains(point));
        }

        @Override
        public boolean mayIntersect(S2Cell cell) {
            return outer.mayIntersect(cell) && !(isOpen && inner.contains(cell));
        }
    }
}
