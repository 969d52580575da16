#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs go-tpc's TPC-C with ten warehouses on a database that only notes which rows orders update.
#
# Library: go-tpc v1.0.7, on a Go toolchain
# Behaviour: one order line in a hundred has another supplying warehouse, as clause 2.4.1.5 of TPC-C (revision 5.11)
#   demands. But the stock that is read and updated is always the home warehouse's, where clause 2.4.2.2 demands the
#   supplying one's. One order in a hundred is rolled back, but before any stock is updated, where clause 2.4.2.3
#   demands that valid items be processed. The consistency conditions of clause 3.3.2, which the kit checks, do not
#   mention stock.
# Matters: nearly one order in ten should update two warehouses, and none does. Figures from this kit are not those of
#   transactions across partitions, and its rollbacks cost almost nothing: do not set them beside a t-graph's.
# Output seen:
#   order lines that another warehouse supplies: 1 %
#   orders with such a line: 9 to 10 %
#   updated rows of stock: as many as order lines, of another warehouse 0
#   orders that are rolled back: 1 %, rows of stock that they update 0
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >main.go <<'GO'
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"strings"

	"github.com/pingcap/go-tpc/tpcc"
)

// notes is a database: it gives plausible rows, and counts what orders do.
type notes struct {
	home                          int64
	stock                         int
	ordered, remote               bool
	orders, remoteOrders          int
	lines, remoteLines            int
	updates, remoteUpdates        int
	rolledBack, rolledBackUpdates int
}

func (n *notes) Open(string) (driver.Conn, error) { return n, nil }
func (n *notes) Close() error                     { return nil }

func (n *notes) Prepare(query string) (driver.Stmt, error) { return statement{n, query}, nil }

func (n *notes) Begin() (driver.Tx, error) {
	n.ordered, n.remote, n.stock = false, false, 0
	return n, nil
}

func (n *notes) Commit() error {
	if n.ordered {
		n.orders++
	}
	if n.remote {
		n.remoteOrders++
	}
	return nil
}

func (n *notes) Rollback() error {
	n.rolledBack++
	n.rolledBackUpdates += n.stock
	return nil
}

type statement struct {
	*notes
	query string
}

func (s statement) Close() error  { return nil }
func (s statement) NumInput() int { return strings.Count(s.query, "?") }

func (s statement) starts(text string) bool { return strings.HasPrefix(strings.ToLower(s.query), text) }

func (s statement) Exec(values []driver.Value) (driver.Result, error) {
	switch {
	case s.starts("insert into orders"):
		s.ordered, s.home = true, values[2].(int64)
	case s.starts("update stock"):
		s.stock++
		s.updates++
		if values[4].(int64) != s.home {
			s.remoteUpdates++
		}
	case s.starts("insert into order_line"):
		for i := 5; i < len(values); i += 9 {
			s.lines++
			if values[i].(int64) != s.home {
				s.remoteLines++
				s.remote = true
			}
		}
	}
	return driver.RowsAffected(1), nil
}

func (s statement) Query(values []driver.Value) (driver.Rows, error) {
	found := &rows{}
	add := func(row ...driver.Value) { found.rows = append(found.rows, row) }
	switch {
	case s.starts("select c_discount"):
		add(0.1, "name", []byte("GC"), 0.1)
	case s.starts("select d_next_o_id, d_tax"):
		add(int64(3001), 0.1)
	case s.starts("select i_price"):
		for _, id := range values {
			if id.(int64) > 0 {
				add(10.0, "name", "data", id)
			}
		}
	case s.starts("select s_i_id"):
		for i := 1; i < len(values); i += 2 {
			add(values[i], int64(50), "data", "", "", "", "", "", "", "", "", "", "")
		}
	case s.starts("select c_first, c_middle, c_last"):
		add("", "", "", "", "", "", "", "", "", "GC", 50000.0, 0.1, 10.0, "")
	case s.starts("select d_street"), s.starts("select w_street"):
		add("", "", "", "", "", "")
	case s.starts("select c_balance"):
		add(10.0, "", "", int64(1))
	case s.starts("select o_id"):
		add(int64(1), int64(1), "")
	case s.starts("select o_d_id"):
		add(int64(1), int64(1))
	case s.starts("select ol_d_id"):
		add(int64(1), 10.0)
	case s.starts("select ol_i_id"):
		add(int64(1), int64(1), int64(5), 10.0, "")
	default:
		add(int64(1))
	}
	return found, nil
}

type rows struct {
	rows [][]driver.Value
	next int
}

func (r *rows) Columns() []string {
	if len(r.rows) == 0 {
		return nil
	}
	return make([]string, len(r.rows[0]))
}

func (r *rows) Close() error { return nil }

func (r *rows) Next(row []driver.Value) error {
	if r.next == len(r.rows) {
		return io.EOF
	}
	copy(row, r.rows[r.next])
	r.next++
	return nil
}

func main() {
	n := &notes{}
	sql.Register("notes", n)
	db, err := sql.Open("notes", "")
	must(err)
	workload, err := tpcc.NewWorkloader(db, &tpcc.Config{Threads: 1, Parts: 1, Warehouses: 10})
	must(err)
	ctx := workload.InitThread(context.Background(), 0)
	for i := 0; i < 200000; i++ {
		must(workload.Run(ctx, 0))
	}
	share := func(part, all int) float64 { return 100 * float64(part) / float64(all) }
	fmt.Printf("order lines that another warehouse supplies: %.0f %%\n", share(n.remoteLines, n.lines))
	tenth := int(share(n.remoteOrders, n.orders))
	fmt.Printf("orders with such a line: %d to %d %%\n", tenth, tenth+1)
	amount := fmt.Sprint(n.updates)
	if n.updates == n.lines {
		amount = "as many as order lines"
	}
	fmt.Printf("updated rows of stock: %s, of another warehouse %d\n", amount, n.remoteUpdates)
	fmt.Printf("orders that are rolled back: %.0f %%, rows of stock that they update %d\n",
		share(n.rolledBack, n.orders+n.rolledBack), n.rolledBackUpdates)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
GO

modules github.com/pingcap/go-tpc@v1.0.7
go_program | as_seen
