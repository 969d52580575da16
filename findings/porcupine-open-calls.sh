#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks histories of an account where a client never gets an answer, or numbers its calls by itself.
#
# Library: porcupine v1.3.1 (CheckEvents), on a Go toolchain
# Behaviour: a call without an answer makes every history "not linearizable", whatever the others saw, without an
#   error. So does an id that is used again after its call was answered.
# Matters: a run in which a process was killed has calls without an answer, so the check of just those runs says
#   nothing. Add an answer at the end for each call whose outcome is unknown, and let the model accept it. Use each id
#   once.
# Output seen:
#   all answered: linearizable
#   deposit not answered, then seen: not linearizable
#   deposit not answered, then not seen: not linearizable
#   deposit answered in the end, seen: linearizable
#   deposit answered in the end, not seen: linearizable
#   two calls of one id, one after the other: not linearizable
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >main.go <<'GO'
package main

import (
	"fmt"

	p "github.com/anishathalye/porcupine"
)

// balance: an input is what is deposited, 0 to read; an output is the balance that was read.
var balance = p.Model{
	Init: func() interface{} { return 0 },
	Step: func(state, input, output interface{}) (bool, interface{}) {
		if input.(int) == 0 {
			return output == state, state
		}
		return true, state.(int) + input.(int)
	},
}

func call(id, input int) p.Event { return p.Event{Id: id, Kind: p.CallEvent, Value: input} }

func answer(id int, output interface{}) p.Event {
	return p.Event{Id: id, Kind: p.ReturnEvent, Value: output}
}

func check(name string, history ...p.Event) {
	result := "not linearizable"
	if p.CheckEvents(balance, history) {
		result = "linearizable"
	}
	fmt.Println(name + ": " + result)
}

func main() {
	check("all answered", call(1, 5), answer(1, nil), call(2, 0), answer(2, 5))
	check("deposit not answered, then seen", call(1, 5), call(2, 0), answer(2, 5))
	check("deposit not answered, then not seen", call(1, 5), call(2, 0), answer(2, 0))
	check("deposit answered in the end, seen", call(1, 5), call(2, 0), answer(2, 5), answer(1, nil))
	check("deposit answered in the end, not seen", call(1, 5), call(2, 0), answer(2, 0), answer(1, nil))
	check("two calls of one id, one after the other", call(1, 5), answer(1, nil), call(1, 0), answer(1, 5))
}
GO

modules github.com/anishathalye/porcupine@v1.3.1
go_program | as_seen
